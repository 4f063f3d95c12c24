/** What a user writes is text, also where it looks like a marker of the tokenizer's own. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/** Counting stops the event loop. Beyond this length an estimate by size is close enough, and costs nothing. */
const LONGEST_COUNTED = 200_000;
const BYTES_PER_TOKEN = 4;

interface Tokenizer {
  encode(text: string): number[];
  decode(tokens: number[]): string;
}

/** Loaded with the first use: the vocabulary is large, and many gateways never count. */
async function loadTokenizer(): Promise<Tokenizer> {
  const { encode, decode } = await import('gpt-tokenizer/encoding/o200k_base');
  return { encode: (text) => encode(text, AS_TEXT), decode };
}

export async function countTokens(text: string): Promise<number> {
  if (text.length > LONGEST_COUNTED) return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
  const tokenizer = await loadTokenizer();
  return tokenizer.encode(text).length;
}

/** The text as far as so many tokens reach. */
export async function firstTokens(text: string, most: number): Promise<string> {
  const tokenizer = await loadTokenizer();
  const tokens = tokenizer.encode(text.slice(0, LONGEST_COUNTED));
  return tokens.length <= most ? text : tokenizer.decode(tokens.slice(0, most));
}

/** The text that embedding models would have been given these tokens for; undefined where they are none of theirs. */
export async function textOfTokens(tokens: readonly number[]): Promise<string | undefined> {
  const { decode, vocabularySize } = await import('gpt-tokenizer/encoding/cl100k_base');
  return tokens.every((token) => token < vocabularySize) ? decode([...tokens]) : undefined;
}
