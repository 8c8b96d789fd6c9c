// What a page cannot do without script, and nothing else: dice that land, keys, one press one command,
// a screen that stays awake, light or dark, and a word when the connection is lost. Pages read well without it.
// Modules that must hear an event first come first here: a form is settled before it is kept.

import "./moot/links.js";
import "./moot/dice.js";
import "./moot/press.js";
import "./moot/luck.js";
import "./moot/line.js";
import "./moot/blanks.js";
import "./moot/picker.js";
import "./moot/files.js";
import "./moot/drafts.js";
import "./moot/journal.js";
import "./moot/acts.js";
import "./moot/keys.js";
import "./moot/still.js";
import "./moot/turn.js";
import "./moot/doors.js";
import "./moot/strip.js";
import "./moot/palette.js";
import "./moot/hands.js";
import "./moot/building.js";
import "./moot/tables.js";
