/** The members that hold a model's text, reasoning and tool arguments in all formats. */
const OUTPUT_MEMBER =
  /"(?:content|text|delta|refusal|reasoning|reasoning_content|thinking|transcript|arguments|partial_json)"\s*:\s*"/g;
/** Events that repeat the whole text after its deltas. */
const REPEATING_EVENT = /"type"\s*:\s*"[\w.]+\.(?:done|completed)"/;

/** The bytes of a model's output in a streamed event, without the JSON around it. */
export function countOutputBytes(data: string): number {
  if (REPEATING_EVENT.test(data)) return 0;
  let bytes = 0;
  for (const found of data.matchAll(OUTPUT_MEMBER)) {
    const start = found.index + found[0].length;
    bytes += Buffer.byteLength(data.slice(start, findEndOfString(data, start)));
  }
  return bytes;
}

/** The output itself, as `countOutputBytes` counts it. */
export function readOutputText(data: string): string {
  if (REPEATING_EVENT.test(data)) return '';
  let text = '';
  for (const found of data.matchAll(OUTPUT_MEMBER)) {
    const start = found.index + found[0].length;
    text += unescape(data.slice(start, findEndOfString(data, start)));
  }
  return text;
}

/** A text that ends inside an escape sequence is returned as it is. */
function unescape(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

function findEndOfString(json: string, start: number): number {
  let quote = json.indexOf('"', start);
  while (quote !== -1 && isEscaped(json, quote)) quote = json.indexOf('"', quote + 1);
  return quote === -1 ? json.length : quote;
}

function isEscaped(json: string, at: number): boolean {
  let backslashes = 0;
  while (json[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}
