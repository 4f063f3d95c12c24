/** The requests, as bytes of HTTP/1.1. */

const SENTENCES = [
  'The harbour was quiet when the first boats came in, and nobody asked where they had been. ',
  '"Two crates," she said, "and the third one stays on board until the café opens." ',
  'By noon the list had grown to forty names, of which eleven were known to be wrong;\n',
  'the rest would have to be checked against the letters that had arrived over the winter. ',
];
/** Lines of a program. JSON escapes the character after each. */
const CODE = [
  'return items[at]',
  'if (left < right)',
  'total += price * n',
  'const next = read()',
  'await flush(all)',
];
const ESCAPED = ['\n', '\t', '"', '\n', '\t', '\\'];

export function buildProse(length) {
  return SENTENCES.join('')
    .repeat(Math.ceil(length / 300))
    .slice(0, length);
}

/** A text with this length and this number of characters that JSON escapes. */
export function buildCode(length, escapes) {
  const room = Math.floor(length / escapes) - 1;
  return Array.from({ length: escapes }, (_, index) => {
    const text = CODE[index % CODE.length].padEnd(room, ' ').slice(0, room);
    return text + ESCAPED[index % ESCAPED.length];
  }).join('');
}

/** A conversation in the format of OpenAI's chat completions; `messages` has the same in Anthropic's format. */
export function buildBody({ model, content, isStreamed, format = 'chat' }) {
  const instructions = `You are a careful assistant. ${buildProse(160)}`;
  const user = { role: 'user', content };
  const common = { model, temperature: 0.7, max_tokens: 256, ...(isStreamed ? { stream: true } : {}) };
  return format === 'messages'
    ? { ...common, system: instructions, messages: [user] }
    : { ...common, messages: [{ role: 'system', content: instructions }, user] };
}

export function buildRequest({ path, port, headers, body }) {
  const payload = Buffer.from(JSON.stringify(body));
  const lines = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Content-Type: application/json',
    'Accept: */*',
    'User-Agent: bench',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${payload.length}`,
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), payload]);
}
