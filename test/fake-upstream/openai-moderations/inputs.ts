import { asFields, asList } from '../fields.js';

/** The input of one result. */
export interface ModeratedInput {
  text: string;
  kinds: readonly ('text' | 'image')[];
}

/** Texts are moderated one by one, parts all together. */
export function getModeratedInputs(input: unknown): ModeratedInput[] {
  if (typeof input === 'string') return [{ text: input, kinds: ['text'] }];
  const items = asList(input);
  if (typeof items[0] === 'string') return items.map((item) => ({ text: String(item), kinds: ['text'] }));
  const parts = items.map(asFields);
  const kinds = (['text', 'image'] as const).filter((kind) =>
    parts.some(({ type }) => String(type).startsWith(kind)),
  );
  const texts = parts.map(({ text, image_url: image }) => String(text ?? asFields(image).url));
  return [{ text: texts.join('\n'), kinds }];
}
