import { guessKind } from './guess-kind.js';
import { type KnownModel } from './known-model.js';
import { type Kind } from './model-facts.js';

/** The kinds of a model, and how they were determined. */
export interface FoundKinds {
  kinds: Kind[];
  from: 'catalogue' | 'name';
}

/** Determines the kinds from the catalogue, otherwise from the name; undefined if neither shows them. */
export function findKinds(known: KnownModel | undefined, name: string): FoundKinds | undefined {
  const guessed = guessKind(name);
  if (known !== undefined && isListed(known)) return { kinds: listKinds(known, guessed), from: 'catalogue' };
  return guessed === undefined ? undefined : { kinds: [guessed], from: 'name' };
}

/** A model that only the configuration has is not listed. Its kind is a default. */
function isListed({ formats }: KnownModel): boolean {
  return formats.length > 0;
}

/** Some chat models also generate images, and some lists classify models with audio output as chat. */
function listKinds({ kind, modalities, formats }: KnownModel, guessed: Kind | undefined): Kind[] {
  const output = modalities?.output ?? ['text'];
  if (kind === 'chat' && guessed !== undefined) {
    if (!output.includes('text')) return [guessed];
    if (guessed === 'image' && output.includes('image')) return ['chat', 'image'];
  }
  if (kind === 'image' && formats.includes('gemini-generate-content')) return ['image', 'chat'];
  return [kind];
}
