import { asking } from './scripted-model.mjs';

/** In the order in which they are run: one that goes on does so in the session of those before. */
export const SCENARIOS = {
  plain: (lane) => lane.say(),
  tool: (lane) => lane.runTool({ goesOn: true }),
  switched: async (lane) =>
    (await lane.say({ goesOn: true, model: lane.otherModel })) ?? lane.say({ goesOn: true }),
  error: async (lane) => {
    const fault = await lane.say({ goesOn: true }, asking.toFailOnce);
    return fault ?? (lane.notes.includes('failed') ? undefined : 'nothing had failed');
  },
  long: (lane) => lane.runLong(),
  overflow: async (lane) => {
    const fault = await lane.say({ goesOn: true }, asking.toOverflow);
    if (!lane.notes.includes('too long')) return fault ?? 'nothing was too long';
    const { onOverflow } = lane.client;
    return fault !== undefined && onOverflow?.says.test(lane.last.stderr) ? compactByCount(lane) : fault;
  },
};

/** It has understood, but counts for itself when to make a conversation shorter. */
async function compactByCount(lane) {
  const fault = (await lane.say({ goesOn: true }, asking.toCountMany)) ?? (await lane.say({ goesOn: true }));
  if (fault !== undefined) return fault;
  return lane.client.onOverflow.saysCompacted.test(lane.last.stderr) ? undefined : 'nothing was compacted';
}

/** What the gate runs: every client over every service, with tools, and on to another service and back. */
const BRIEF = ['tool', 'switched'];

export async function runLane(lane, { isBrief, onCell }) {
  for (const [scenario, run] of Object.entries(SCENARIOS)) {
    if (isBrief && !BRIEF.includes(scenario)) continue;
    if (lane.signal.aborted) return;
    lane.notes.length = 0;
    const startedAt = performance.now();
    const fault = await run(lane).catch((error) => String(error.stack));
    const refusals = lane.takeRefusals();
    const seconds = (performance.now() - startedAt) / 1000;
    const { client, upstream, last } = lane;
    const limit = fault && refusals.length === 0 ? findLimit(client, scenario, last) : undefined;
    onCell({ client, upstream, scenario, fault, refusals: [...new Set(refusals)], limit, seconds });
  }
}

/** Where a client has told by itself that it does not do this, whoever the service is. */
function findLimit({ limits = {} }, scenario, { stdout, stderr }) {
  const { says, reason } = limits[scenario] ?? {};
  return says?.test(stdout + stderr) ? reason : undefined;
}
