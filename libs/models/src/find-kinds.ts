import { guessKind } from './guess-kind.js';
import { type KnownModel } from './known-model.js';
import { type Kind } from './model-facts.js';

/** What a model is for, and how that is known. */
export interface FoundKinds {
  kinds: Kind[];
  from: 'catalogue' | 'name';
}

/** By what the catalogue knows of a model, else by its name; undefined where neither tells. */
export function findKinds(known: KnownModel | undefined, name: string): FoundKinds | undefined {
  const guessed = guessKind(name);
  if (known !== undefined && isListed(known)) return { kinds: listKinds(known, guessed), from: 'catalogue' };
  return guessed === undefined ? undefined : { kinds: [guessed], from: 'name' };
}

/** Of a model that only the configuration speaks of, nobody has said what it is for. */
function isListed({ formats }: KnownModel): boolean {
  return formats.length > 0;
}

/** Some make images in the middle of a conversation, and some lists take whatever answers by sound for a conversation. */
function listKinds({ kind, modalities, formats }: KnownModel, guessed: Kind | undefined): Kind[] {
  const output = modalities?.output ?? ['text'];
  if (kind === 'chat' && guessed !== undefined) {
    if (!output.includes('text')) return [guessed];
    if (guessed === 'image' && output.includes('image')) return ['chat', 'image'];
  }
  if (kind === 'image' && formats.includes('gemini-generate-content')) return ['image', 'chat'];
  return [kind];
}
