import { type AssistantPart } from '#canonical';
import { mintCallId } from './call-id.js';
import { type ModelFragment } from './model-part.js';

/** A fragment of a conversation, and where it stood: calls without an id are named by it. */
export interface PlacedFragment {
  fragment: ModelFragment;
  place: string;
}

/**
 * The parts of a model's turn. Clients keep a streamed answer in the chunks it came in, so chunks of a text are
 * joined, and the signature that ends a thought is put on it.
 */
export function joinFragments(fragments: readonly PlacedFragment[]): AssistantPart[] {
  const parts: AssistantPart[] = [];
  for (const { fragment, place } of fragments) addFragment(parts, fragment, place);
  return parts;
}

function addFragment(parts: AssistantPart[], fragment: ModelFragment, place: string): void {
  const last = parts.at(-1);
  switch (fragment.kind) {
    case 'text':
      if (last?.type === 'text') last.text += fragment.text;
      else parts.push({ type: 'text', text: fragment.text });
      return;
    case 'thought': {
      const { text, signature = {} } = fragment;
      const continues = last?.type === 'reasoning' && !last.signature && !fragment.signature?.isRedacted;
      if (continues) Object.assign(last, { text: last.text + text, ...signature });
      else parts.push({ type: 'reasoning', text, ...signature });
      return;
    }
    case 'signature':
      parts.push({ type: 'reasoning', text: '', ...fragment.signature });
      return;
    case 'call': {
      const { id = mintCallId('request', place, fragment.name), name, args, signature } = fragment;
      parts.push({
        type: 'tool-call',
        id,
        name,
        arguments: JSON.stringify(args),
        ...(signature ? { signature } : {}),
      });
      return;
    }
    case 'media':
      parts.push(fragment.part);
  }
}
