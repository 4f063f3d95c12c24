import { asking } from './scripted-model.mjs';

/** In the order in which they run: a scenario that continues a session continues that of the ones before. */
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

/** The client recognises the limit, but counts tokens itself to decide when to shorten a conversation. */
async function compactByCount(lane) {
  const fault = (await lane.say({ goesOn: true }, asking.toCountMany)) ?? (await lane.say({ goesOn: true }));
  if (fault !== undefined) return fault;
  return lane.client.onOverflow.saysCompacted.test(lane.last.stderr) ? undefined : 'nothing was compacted';
}

/** The short run: every client over every service, with tools, and a change to another service and back. */
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

/** The reason that the client itself gave for not supporting a scenario, with any service. */
function findLimit({ limits = {} }, scenario, { stdout, stderr }) {
  const { says, reason } = limits[scenario] ?? {};
  return says?.test(stdout + stderr) ? reason : undefined;
}
