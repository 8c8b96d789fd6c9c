// The game of exchange.py for boardgame.io, driven in process by its own client: a challenge rolls two dice, an answer
// rolls two and is compared. For each number read from the input a new match of so many moves is played, and one line
// says how many moves a second that were. The process goes on in between, so that its compiler is as warm as it gets.
import { createInterface } from "node:readline";
import { Client } from "boardgame.io/dist/cjs/client.js";

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

function match(moves) {
  const client = (Client.Client ?? Client)({ game: exchange, numPlayers: 2, debug: false });
  client.start();
  const begun = process.hrtime.bigint();
  for (let move = 0; move < moves; move += 1) {
    if (move % 2 === 0) client.moves.challenge();
    else client.moves.answer();
  }
  const seconds = Number(process.hrtime.bigint() - begun) / 1e9;
  const done = client.getState().G.exchanges;
  client.stop();
  if (done !== moves / 2) throw new Error(`only ${done} exchanges`);
  return moves / seconds;
}

for await (const line of createInterface({ input: process.stdin })) console.log(match(Number(line)));
