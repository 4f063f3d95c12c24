/** Changes a valid request into a malformed one. The same random generator makes the same changes. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { RawJson, hostileLength, hostileValue, repetitive } from './hostile-values.mjs';

const MAX_NODES = 2_000;
/** More than the gateway reads of a body. */
const MAX_CHARACTERS = 60_000_000;
const BOUNDARY = 'fuzz-boundary-7d1c';

/** The method, path, headers and body bytes of a request. */
export function mutate(seed, seeds, random) {
  const request = {
    name: seed.name,
    method: seed.method,
    path: seed.path,
    headers: { ...seed.headers },
    body: undefined,
  };
  if (seed.events !== undefined) return { ...request, frames: mutateEvents(seed.events, seeds, random) };
  if (seed.body !== undefined) encodeJson(request, mutateJson(seed.body, seeds, random), random);
  else if (seed.form !== undefined) encodeForm(request, mutateForm(seed.form, random), random);
  if (random.isTrue(0.15)) request.path = mutatePath(request.path, random);
  if (random.isTrue(0.1)) Object.assign(request.headers, oddHeaders(random));
  if (random.isTrue(0.01))
    request.method = random.pick([
      ['PATCH', 1],
      ['DELETE', 1],
      ['POST', 1],
      ['GET', 1],
    ]);
  if (request.method === 'GET' || request.method === 'HEAD') request.body = undefined;
  return request;
}

/** Some of the events in random order. Most are valid, so that a session continues. */
function mutateEvents(events, seeds, random) {
  return Array.from({ length: 1 + Math.floor(random.next() * 8) }, () => {
    const event = events[Math.floor(random.next() * events.length)];
    if (random.isTrue(0.5)) return JSON.stringify(event);
    const bytes = Buffer.from(serializeAny(mutateJson(event, seeds, random)));
    return random.isTrue(0.1) ? damage(bytes, random) : bytes.toString();
  });
}

function mutateJson(body, seeds, random) {
  let copy = structuredClone(body);
  const changes = 1 + Math.floor(random.next() * 3);
  for (let change = 0; change < changes; change += 1) copy = changeOnce(copy, seeds, random);
  return copy;
}

function changeOnce(root, seeds, random) {
  const places = findPlaces(root);
  if (places.length === 0 || random.isTrue(0.01)) return hostileValue(random);
  const { parent, key } = places[Math.floor(random.next() * places.length)];
  const change = random.pick([
    [() => void (parent[key] = hostileValue(random)), 8],
    [() => remove(parent, key), 2],
    [() => repeat(parent, key, random), 2],
    [() => void (parent[key] = lengthen(parent[key], random)), 4],
    [() => void (parent[key] = [parent[key]]), 1],
    [() => add(parent, hostileValue(random), random), 2],
    [() => void (parent[key] = graft(seeds, random)), 3],
  ]);
  change();
  return root;
}

function findPlaces(root) {
  const places = [];
  const open = isContainer(root) ? [root] : [];
  while (open.length > 0 && places.length < MAX_NODES) {
    const parent = open.pop();
    for (const key of Object.keys(parent)) {
      places.push({ parent, key });
      const value = parent[key];
      if (isContainer(value)) open.push(value);
    }
  }
  return places;
}

function isContainer(value) {
  return typeof value === 'object' && value !== null && !(value instanceof RawJson);
}

function remove(parent, key) {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
}

function repeat(parent, key, random) {
  if (!Array.isArray(parent)) return;
  const times = random.isTrue(0.05) ? 2_000 : Math.floor(random.between(1, 20));
  for (let time = 0; time < times; time += 1) parent.push(parent[key]);
}

function lengthen(value, random) {
  const text = repetitive(random, hostileLength(random));
  if (typeof value !== 'string') return text;
  return random.pick([
    [`${value}${text}`, 1],
    [`${text}${value}`, 1],
    [value.slice(0, Math.floor(random.next() * value.length)), 1],
    [`${value.slice(0, 8)}${text}${value.slice(8)}`, 1],
  ]);
}

function add(parent, value, random) {
  if (Array.isArray(parent)) parent.push(value);
  else
    parent[
      random.pick([
        ['extra', 2],
        ['type', 2],
        ['content', 2],
        ['tools', 1],
        ['id', 1],
        ['url', 1],
      ])
    ] = value;
}

/** A part of another valid request, at the wrong position. */
function graft(seeds, random) {
  const donors = seeds.filter(({ body }) => body !== undefined);
  const places = findPlaces(donors[Math.floor(random.next() * donors.length)].body);
  const { parent, key } = places[Math.floor(random.next() * places.length)];
  return structuredClone(parent[key]);
}

function encodeJson(request, value, random) {
  let bytes = Buffer.from(serializeAny(value));
  if (random.isTrue(0.06)) bytes = damage(bytes, random);
  request.headers['content-type'] = random.isTrue(0.02) ? oddContentType(random) : 'application/json';
  request.body = compress(request, bytes, random);
}

/** A value that is too deep or too long to serialize becomes an unclosed list of the same depth. */
function serializeAny(value) {
  const chunks = [];
  try {
    serialize(value, chunks, { left: MAX_CHARACTERS });
    return chunks.join('');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return '['.repeat(20_000);
  }
}

/** Like JSON.stringify, but inserts raw JSON text and has no limit of depth. */
function serialize(value, chunks, room) {
  const write = (text) => {
    room.left -= text.length;
    if (room.left < 0) throw new RangeError('too long');
    chunks.push(text);
  };
  if (value instanceof RawJson) return write(value.text);
  if (typeof value !== 'object' || value === null) return write(JSON.stringify(value) ?? 'null');
  const isList = Array.isArray(value);
  const names = isList ? undefined : Object.keys(value).filter((key) => value[key] !== undefined);
  write(isList ? '[' : '{');
  for (const [index, item] of (isList ? value : names).entries()) {
    if (index > 0) write(',');
    if (!isList) write(`${JSON.stringify(item)}:`);
    serialize(isList ? (item ?? null) : value[item], chunks, room);
  }
  write(isList ? ']' : '}');
}

function damage(bytes, random) {
  const at = Math.floor(random.next() * bytes.length);
  return random.pick([
    [() => bytes.subarray(0, at), 2],
    [() => Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff, 0xc0, 0x00]), bytes.subarray(at)]), 2],
    [() => Buffer.concat([bytes, bytes]), 1],
    [() => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]), 1],
    [() => Buffer.from(bytes.toString(), 'utf16le'), 1],
    [() => Buffer.alloc(0), 1],
    [
      () =>
        Buffer.concat([
          bytes.subarray(0, at),
          Buffer.from(
            random.pick([
              [',', 1],
              [']', 1],
              ['"', 1],
              ['}', 1],
            ]),
          ),
          bytes.subarray(at),
        ]),
      3,
    ],
  ])();
}

function compress(request, bytes, random) {
  if (!random.isTrue(0.04)) return bytes;
  const [encoding, work] = random.pick([
    [['gzip', (data) => gzipSync(data)], 3],
    [['br', (data) => brotliCompressSync(data)], 1],
    [['deflate', (data) => deflateSync(data)], 1],
    [['gzip', (data) => gzipSync(data).subarray(0, -9)], 1],
    [['gzip', (data) => data], 1],
    [['gzip', () => gzipSync(Buffer.alloc(40_000_000, '[0,'))], 0.02],
    [['gzip, gzip', (data) => gzipSync(gzipSync(data))], 1],
    [['zstd', (data) => data], 1],
  ]);
  request.headers['content-encoding'] = encoding;
  return work(bytes);
}

function mutateForm({ fields, files }, random) {
  const parts = [
    ...Object.entries(fields).map(([name, value]) => ({ name, data: Buffer.from(value) })),
    ...files.map((file) => ({ ...file })),
  ];
  const changes = 1 + Math.floor(random.next() * 3);
  for (let change = 0; change < changes; change += 1) changePart(parts, random);
  return parts;
}

function changePart(parts, random) {
  if (parts.length === 0) return;
  const at = Math.floor(random.next() * parts.length);
  const part = parts[at];
  random.pick([
    [() => void (part.data = Buffer.from(repetitive(random, hostileLength(random)))), 5],
    [() => void (part.name = repetitive(random, Math.min(hostileLength(random), 5_000))), 2],
    [() => parts.splice(at, 1), 2],
    [() => parts.push({ ...part }), 2],
    [
      () =>
        parts.push(
          ...Array.from({ length: random.isTrue(0.1) ? 2_000 : 30 }, () => ({
            ...part,
            data: Buffer.from('x'),
          })),
        ),
      1,
    ],
    [() => void (part.filename = repetitive(random, Math.min(hostileLength(random), 2_000))), 2],
    [() => void (part.type = repetitive(random, Math.min(hostileLength(random), 2_000))), 1],
    [() => void (part.data = part.data.subarray(0, Math.floor(random.next() * part.data.length))), 3],
    [() => void (part.data = flip(part.data, random)), 4],
  ])();
}

function flip(bytes, random) {
  const copy = Buffer.from(bytes);
  for (let time = 0; time < 8 && copy.length > 0; time += 1)
    copy[Math.floor(random.next() * copy.length)] = Math.floor(random.next() * 256);
  return copy;
}

function encodeForm(request, parts, random) {
  const chunks = [];
  for (const { name, filename, type, data } of parts) {
    const file = filename === undefined ? '' : `; filename="${filename}"`;
    const kind = type === undefined ? '' : `\r\nContent-Type: ${type}`;
    chunks.push(
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}${kind}\r\n\r\n`),
    );
    chunks.push(data, Buffer.from('\r\n'));
  }
  chunks.push(Buffer.from(`--${BOUNDARY}--\r\n`));
  const bytes = Buffer.concat(chunks);
  request.headers['content-type'] = random.isTrue(0.03)
    ? 'multipart/form-data'
    : `multipart/form-data; boundary=${BOUNDARY}`;
  request.body = random.isTrue(0.05) ? damage(bytes, random) : bytes;
}

function mutatePath(path, random) {
  const at = Math.floor(random.next() * path.length);
  const length = random.isTrue(0.05) ? 6_000 : Math.floor(random.between(1, 300));
  const insert = random.pick([
    [() => encodeURI(repetitive(random, length).slice(0, length).toWellFormed()), 4],
    [() => '/../', 1],
    [() => '%2e%2e%2f', 1],
    [() => '%00', 1],
    [() => '%', 1],
    [() => '//', 1],
    [() => `?${'a=1&'.repeat(length)}`, 1],
    [() => '/v1', 1],
    [() => '&limit=-1&order=x&after=%ff', 1],
  ])();
  return `${path.slice(0, at) || '/'}${insert}${path.slice(at)}`;
}

function oddContentType(random) {
  return random.pick([
    ['text/plain', 1],
    ['application/json; charset=utf-7', 1],
    ['application/json garbage', 1],
    ['multipart/form-data', 1],
    ['multipart/form-data; boundary=', 1],
    ['application/x-www-form-urlencoded', 1],
    ['APPLICATION/JSON', 1],
    ['', 1],
  ]);
}

function oddHeaders(random) {
  const text = headerText(repetitive(random, Math.min(hostileLength(random), 3_000)));
  return random.pick([
    [{ 'idempotency-key': text }, 3],
    [{ 'idempotency-key': 'the-same-for-all' }, 1],
    [{ 'anthropic-version': text }, 1],
    [{ 'anthropic-version': '2023-06-01', 'anthropic-beta': text }, 1],
    [{ 'x-modelgate-strict': 'true' }, 2],
    [{ 'x-request-id': text }, 1],
    [{ traceparent: text }, 1],
    [{ accept: text }, 1],
    [{ 'accept-encoding': text }, 1],
    [{ range: `bytes=${text}` }, 1],
    [{ cookie: text }, 1],
    [{ 'x-forwarded-for': text, forwarded: text }, 1],
    [{ 'if-none-match': text, 'if-modified-since': text }, 1],
    [{ 'user-agent': text, origin: text, referer: text }, 1],
    [{ 'x-api-key': text, 'x-goog-api-key': text }, 1],
    [{ authorization: text }, 1],
  ]);
}

/** The characters that Node allows in a header. */
function headerText(text) {
  return text.replaceAll(/[^\t\x20-\x7e]/g, '?').trim() || 'x';
}
