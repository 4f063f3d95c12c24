import { type Part } from '../conversation.js';

/** Changes the part of that key, or adds it where the stream names it for the first time. */
export function withPart(
  parts: readonly Part[],
  fresh: Part,
  change: (part: Part) => Part = (part) => part,
): readonly Part[] {
  const position = parts.findIndex(({ key }) => key === fresh.key);
  const part = parts[position];
  return part === undefined ? [...parts, change(fresh)] : parts.with(position, change(part));
}

/** Adds words to the part of that key. */
export function withText(
  parts: readonly Part[],
  kind: 'text' | 'refusal' | 'reasoning',
  key: string,
  more: string,
): readonly Part[] {
  return withPart(parts, { kind, key, text: '' }, (part) =>
    'text' in part ? { ...part, text: part.text + more } : part,
  );
}

/** Adds to the arguments of a call. */
export function withArguments(parts: readonly Part[], key: string, more: string): readonly Part[] {
  return withPart(parts, { kind: 'call', key, id: key, name: '', arguments: '' }, (part) =>
    part.kind === 'call' ? { ...part, arguments: part.arguments + more } : part,
  );
}
