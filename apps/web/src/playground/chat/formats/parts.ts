import { type Part } from '../conversation.js';

/** Changes the part with the key of `fresh`, or adds `fresh` if there is none. */
export function withPart(
  parts: readonly Part[],
  fresh: Part,
  change: (part: Part) => Part = (part) => part,
): readonly Part[] {
  const position = parts.findIndex(({ key }) => key === fresh.key);
  const part = parts[position];
  return part === undefined ? [...parts, change(fresh)] : parts.with(position, change(part));
}

/** Appends text to the part with the key. */
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

/** Appends to the arguments of the tool call with the key. */
export function withArguments(parts: readonly Part[], key: string, more: string): readonly Part[] {
  return withPart(parts, { kind: 'call', key, id: key, name: '', arguments: '' }, (part) =>
    part.kind === 'call' ? { ...part, arguments: part.arguments + more } : part,
  );
}
