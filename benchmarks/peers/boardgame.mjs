// The game of exchange.py for boardgame.io: a challenge rolls two dice, an answer rolls two and is compared. It is
// played as a server of boardgame.io plays it, in process: its Master, with storage in memory; a move comes in as JSON,
// and what each of the two players is shown of the new state goes out as JSON. For each line of the input, "matches
// moves", so many new matches of so many moves are played, and one line says how many moves a second of its processor time that were. The
// process goes on in between, so that its compiler is as warm as it gets.
import { createInterface } from "node:readline";
import internal from "boardgame.io/dist/cjs/internal.js";
import served from "boardgame.io/dist/cjs/master.js";

if (process.env.NODE_ENV !== "production") throw new Error("boardgame.io checks more than it needs outside production");

const exchange = {
  name: "exchange",
  setup: () => ({ standing: null, lead: null, exchanges: 0 }),
  seed: "moot",
  moves: {
    challenge: ({ G, random, events }) => {
      if (G.standing) return "INVALID_MOVE";
      G.standing = [random.Die(12), random.Die(10)].sort((a, b) => b - a);
      events.endTurn();
    },
    answer: ({ G, random, events, playerID }) => {
      if (!G.standing) return "INVALID_MOVE";
      const roll = [random.Die(10), random.Die(8)].sort((a, b) => b - a);
      const [high, low] = G.standing;
      const ahead = roll[0] > high || (roll[0] === high && roll[1] >= low);
      G.lead = ahead ? playerID : "other";
      G.standing = null;
      G.exchanges += 1;
      events.endTurn();
    },
  },
  turn: { order: { first: () => 0, next: ({ ctx }) => (ctx.playOrderPos + 1) % ctx.numPlayers } },
};

const PLAYERS = ["0", "1"];

// Storage in memory as boardgame.io has it for its own local games: states by reference, logs copied and extended.
class InMemory extends internal.Sync {
  states = new Map();
  logs = new Map();
  metadata = new Map();
  initials = new Map();
  createMatch(id, { initialState, metadata }) {
    this.initials.set(id, initialState);
    this.setState(id, initialState);
    this.setMetadata(id, metadata);
  }
  setMetadata(id, metadata) { this.metadata.set(id, metadata); }
  setState(id, state, deltalog) {
    if (deltalog?.length) this.logs.set(id, [...(this.logs.get(id) ?? []), ...deltalog]);
    this.states.set(id, state);
  }
  fetch(id, wanted) {
    const found = {};
    if (wanted.state) found.state = this.states.get(id);
    if (wanted.metadata) found.metadata = this.metadata.get(id);
    if (wanted.log) found.log = this.logs.get(id) ?? [];
    if (wanted.initialState) found.initialState = this.initials.get(id);
    return found;
  }
}

const game = internal.ProcessGameConfig(exchange);
const shown = internal.getFilterPlayerView(game);

// Seconds that this thread worked, not those of the compiler's and the collector's threads beside it; by the wall where
// Node cannot tell.
const clock = () => {
  const used = process.threadCpuUsage?.();
  return used ? (used.user + used.system) / 1e6 : performance.now() / 1e3;
};

async function match(moves) {
  const storage = new InMemory();
  const { metadata, initialState } = internal.createMatch({ game, numPlayers: 2, setupData: undefined, unlisted: false });
  storage.createMatch("m", { metadata, initialState });
  let bytes = 0;
  const send = ({ playerID, ...payload }) => { bytes += JSON.stringify(shown(playerID, payload)).length; };
  const sendAll = (payload) => { for (const player of PLAYERS) send({ playerID: player, ...payload }); };
  const master = new served.Master(game, storage, { send, sendAll });
  const asked = Array.from({ length: moves }, (_, n) => {
    const payload = { type: n % 2 ? "answer" : "challenge", args: [], playerID: PLAYERS[n % 2] };
    return JSON.stringify([{ type: "MAKE_MOVE", payload }, n, "m", PLAYERS[n % 2]]);
  });
  const state = () => storage.fetch("m", { state: true }).state;
  const begun = clock();
  for (const body of asked) {
    const [action, n, id, player] = JSON.parse(body);
    const wrong = await master.onUpdate(action, n, id, player);
    if (wrong) throw new Error(wrong.error);
  }
  const seconds = clock() - begun;
  if (state().G.exchanges !== moves / 2 || !bytes) throw new Error(`only ${state().G.exchanges} exchanges`);
  return seconds;
}

for await (const line of createInterface({ input: process.stdin })) {
  const [matches, moves] = line.split(" ").map(Number);
  let seconds = 0;
  for (let n = 0; n < matches; n += 1) seconds += await match(moves);
  console.log((matches * moves) / seconds);
}
