import { type TextPart } from '#canonical';
import { decodeCache } from './cache-control.js';
import { type Field } from './field.js';

export function decodeTextPart(block: Field): TextPart {
  return { type: 'text', text: block.member('text').text(), ...decodeCache(block) };
}

/** Content of which only text may consist: a string, or text blocks. */
export function decodeTexts(content: Field): TextPart[] {
  if (content.isText) return [{ type: 'text', text: content.text() }];
  return content.items().map((block) => {
    block.member('type').oneOf(['text']);
    return decodeTextPart(block);
  });
}
