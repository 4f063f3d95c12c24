/** Background responses: large stored requests, and clients that read their events. */
import { RESPONSES, chain, create, largeTurn, manyItems } from './hostile-lists.mjs';
import { MEGABYTE, inEverySample, json } from './hostile-request.mjs';

const written = (body) => JSON.stringify({ model: 'gpt', background: true, ...body });
const instructions = () => 'x'.repeat(30 * MEGABYTE);
const tools = () =>
  Array.from({ length: 30_000 }, (_, index) => ({
    type: 'function',
    name: `tool_${index}`,
    parameters: { type: 'object', properties: { a: { type: 'string' } } },
  }));

/** Each is stored but never runs, because there is no worker. */
export function backgroundResponses() {
  return [
    json('30 MB of instructions in the background', RESPONSES, () =>
      written({ input: 'x', instructions: instructions() }),
    ),
    json('30,000 tools in the background', RESPONSES, () => written({ input: 'x', tools: tools() })),
    json('90,000 items in the background', RESPONSES, () => written({ input: manyItems() })),
    {
      ...json('two in the background that go on with 40 turns of 500 KB', RESPONSES, () => ''),
      times: 2,
      prepare: (ask) => chain(ask, 40, largeTurn, { background: true }),
    },
    ...reads(),
  ].map((request) => inEverySample(request));
}

function reads() {
  const large = { input: 'x', instructions: instructions() };
  return [
    buildReading('with 30 MB of instructions', '', large),
    buildReading('with 30,000 tools', '', { input: 'x', tools: tools() }),
    buildReading('of 90,000 items', '/input_items', { input: manyItems() }),
    // The events of a running response would not end.
    toCancelled(buildReading('with 30 MB of instructions, event by event,', '?stream=true', large)),
    toCancelled({ ...buildReading('that is cancelled, again', '/cancel', large), method: 'POST' }),
  ];
}

function buildReading(name, path, body) {
  return {
    ...json(`reading a background response ${name}`, RESPONSES, () => ''),
    method: 'GET',
    times: 4,
    prepare: async (ask) => {
      const id = await create(ask, { ...body, background: true });
      return { path: `${RESPONSES}/${id}${path}`, body: undefined };
    },
  };
}

function toCancelled(request) {
  return {
    ...request,
    prepare: async (ask) => {
      const prepared = await request.prepare(ask);
      const id = /resp_\w+/.exec(prepared.path)?.[0];
      await ask({ method: 'POST', path: `${RESPONSES}/${id}/cancel`, body: () => undefined });
      return prepared;
    },
  };
}
