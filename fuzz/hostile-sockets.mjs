/** WebSocket clients that send events with very many values, large messages, and floods of frames. */
import { filled } from './hostile-lists.mjs';
import { MEGABYTE } from './hostile-request.mjs';

/** Events of a realtime session. */
export function sessions() {
  const places = [
    { name: 'an event', wrap: (list) => `{"type":"response.create","x":${list}}` },
    {
      name: 'tools of an event',
      wrap: (list) => `{"type":"session.update","session":{"type":"realtime","tools":${list}}}`,
    },
  ];
  const lists = [
    { values: '16 MB of 0', fill: () => filled('0', 8_000_000) },
    { values: '16 MB of {}', fill: () => filled('{}', 5_000_000) },
    { values: 'depth', fill: () => '['.repeat(15 * MEGABYTE) },
  ];
  const events = ['sandbox-realtime', 'sandbox-chat'].flatMap((model) =>
    places.flatMap(({ name, wrap }) =>
      lists.map(({ values, fill }) => ({
        name: `${values} in ${name} → ${model}`,
        method: 'GET',
        path: `/v1/realtime?model=${model}`,
        frames: () => [wrap(fill())],
      })),
    ),
  );
  return [...events, ...manySockets(), ...controlFrames(), ...largeWarmUps()];
}

const warmUp = (bytes) =>
  JSON.stringify({
    type: 'response.create',
    model: 'sandbox-chat',
    generate: false,
    input: 'x'.repeat(bytes),
  });

/** Many concurrent sockets with messages of the maximum size. */
function manySockets() {
  const places = [
    { path: '/v1/responses', bytes: 31 * MEGABYTE },
    { path: '/v1/realtime?model=sandbox-chat', bytes: 15 * MEGABYTE },
  ];
  return places.flatMap(({ path, bytes }) => [
    {
      name: `30 sockets with a message that never ends, at ${path}`,
      method: 'GET',
      path,
      times: 30,
      holdMs: 4_000,
      neverEnds: true,
      frames: () => [Buffer.from(warmUp(bytes))],
    },
    {
      name: `30 sockets with a large message, at ${path}`,
      method: 'GET',
      path,
      times: 30,
      holdMs: 8_000,
      frames: () => [Buffer.from(warmUp(bytes)).toString()],
    },
  ]);
}

/** Frames of a client, with a mask of zeros. */
const control = (opcode) => Buffer.from([opcode, 0x80, 0, 0, 0, 0]);
const FLOODS = [
  { name: 'pings', frame: control(0x89) },
  { name: 'pongs', frame: control(0x8a) },
  { name: 'empty fragments', frame: control(0x00), isContinued: true },
  { name: 'empty messages', frame: control(0x81) },
];
const FRAMES_PER_WRITE = 10_000;

/** Frames without a payload, as fast as the socket accepts them. */
function controlFrames() {
  return ['/v1/responses', '/v1/realtime?model=sandbox-chat'].flatMap((path) =>
    FLOODS.map(({ name, frame, isContinued = false }) => ({
      name: `100 sockets of endless ${name}, at ${path}`,
      method: 'GET',
      path,
      times: 100,
      holdMs: 4_000,
      frames: () => (isContinued ? [Buffer.alloc(0)] : []),
      neverEnds: isContinued,
      flood: Buffer.concat(Array.from({ length: FRAMES_PER_WRITE }, () => frame)),
    })),
  );
}

const remembered = (settings) =>
  JSON.stringify({ type: 'response.create', model: 'sandbox-chat', generate: false, ...settings });

/** Requests that store a conversation. Their responses repeat these settings. */
const LARGE_SETTINGS = [
  {
    name: '31 MB of instructions',
    times: 4,
    frame: () => remembered({ instructions: 'x'.repeat(31 * MEGABYTE) }),
  },
  {
    name: '480,000 tools',
    times: 20,
    frame: () => `${remembered({ stream_id: 'lane' }).slice(0, -1)},"tools":${filled('{}', 480_000)}}`,
  },
  {
    name: '49,000 members of metadata',
    times: 20,
    frame: () =>
      remembered({
        metadata: Object.fromEntries(
          Array.from({ length: 49_000 }, (_, index) => [`k${index}`, { v: index }]),
        ),
      }),
  },
];

function largeWarmUps() {
  return [
    ...LARGE_SETTINGS.flatMap(({ name, frame, times }) => [
      { name: `warm-ups with ${name}`, ...buildSocket(frame, times) },
      {
        name: `warm-ups with ${name}, of a client that does not read`,
        ...buildSocket(frame, times),
        deaf: true,
      },
    ]),
    {
      name: 'a conversation of 60 warm-ups with 200,000 {} each',
      method: 'GET',
      path: '/v1/responses',
      holdMs: 15_000,
      frames: () => [continued()],
      answer: ({ type, response }) => (type === 'response.completed' ? continued(response.id) : undefined),
    },
  ];
}

function buildSocket(frame, times) {
  const frames = () => {
    const text = frame();
    return [text, text, text];
  };
  return { method: 'GET', path: '/v1/responses', times, holdMs: 8_000, frames };
}

const continued = (id = null) =>
  `${remembered({ previous_response_id: id }).slice(0, -1)},"input":${filled('{}', 200_000)}}`;
