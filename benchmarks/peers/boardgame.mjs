// One exchange of In a Wicked Age as a boardgame.io game, driven in process by its own client: a challenge rolls two dice,
// an answer rolls two and is compared. Prints moves per second of the first MOVES moves of a match, median of ROUNDS.
import { Client } from "boardgame.io/dist/cjs/client.js";

const MOVES = Number(process.argv[2] ?? 1500);
const ROUNDS = Number(process.argv[3] ?? 5);

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

function once() {
  const client = (Client.Client ?? Client)({ game: exchange, numPlayers: 2, debug: false });
  client.start();
  const begun = process.hrtime.bigint();
  for (let move = 0; move < MOVES; move += 1) {
    if (move % 2 === 0) client.moves.challenge();
    else client.moves.answer();
  }
  const seconds = Number(process.hrtime.bigint() - begun) / 1e9;
  const done = client.getState().G.exchanges;
  client.stop();
  if (done !== MOVES / 2) throw new Error(`only ${done} exchanges`);
  return MOVES / seconds;
}

const rates = Array.from({ length: ROUNDS }, once).sort((a, b) => a - b);
console.log(JSON.stringify({ peer: "boardgame.io 0.50.2", moves: MOVES, rates, median: rates[Math.floor(ROUNDS / 2)] }));
