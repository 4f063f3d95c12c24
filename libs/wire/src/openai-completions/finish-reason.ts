import { type FinishKind, type FinishReason } from '#canonical';

const KINDS = new Map<string, FinishKind>([
  ['stop', 'stop'],
  ['length', 'length'],
  ['content_filter', 'content-filter'],
]);

export function decodeFinish(raw: string): FinishReason {
  return { kind: KINDS.get(raw) ?? 'other', raw };
}

export function encodeFinish({ kind }: FinishReason): string {
  switch (kind) {
    case 'length':
      return 'length';
    case 'content-filter':
    case 'refusal':
      return 'content_filter';
    case 'stop':
    case 'stop-sequence':
    case 'tool-calls':
    case 'other':
      return 'stop';
  }
}
