/** Under these names all formats have what a model says, thinks or hands to a tool. */
const SPOKEN =
  /"(?:content|text|delta|refusal|reasoning|reasoning_content|thinking|transcript|arguments|partial_json)"\s*:\s*"/g;
/** Events that say once more, as a whole, what was said in chunks before. */
const REPEATED = /"type"\s*:\s*"[\w.]+\.(?:done|completed)"/;

/** How much of a streamed event is the model's own words, and not their wrapping. */
export function spokenBytes(data: string): number {
  if (REPEATED.test(data)) return 0;
  let bytes = 0;
  for (const found of data.matchAll(SPOKEN)) {
    const start = found.index + found[0].length;
    bytes += Buffer.byteLength(data.slice(start, findEndOfString(data, start)));
  }
  return bytes;
}

/** The words themselves. */
export function readSpoken(data: string): string {
  if (REPEATED.test(data)) return '';
  let text = '';
  for (const found of data.matchAll(SPOKEN)) {
    const start = found.index + found[0].length;
    text += unescape(data.slice(start, findEndOfString(data, start)));
  }
  return text;
}

/** What breaks off in the middle of an escape is taken as it is. */
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
