// What a page cannot do without script, and nothing else: dice that land, keys, one press one command,
// a screen that stays awake, light or dark, and a word when the connection is lost. Pages read well without it.
// Modules that must hear an event first come first here: a form is settled before it is kept.

import "./links.js";
import "./dice.js";
import "./press.js";
import "./luck.js";
import "./line.js";
import "./blanks.js";
import "./picker.js";
import "./files.js";
import "./drafts.js";
import "./journal.js";
import "./acts.js";
import "./keys.js";
import "./still.js";
import "./turn.js";
import "./doors.js";
import "./strip.js";
import "./palette.js";
import "./hands.js";
import "./screen.js";
import "./building.js";
import "./tables.js";
