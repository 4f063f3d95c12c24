import { asFields, asList, type Fields } from '../fields.js';
import type { Prompt } from '../scenarios/prompt.js';
import { wordsOf } from '../scenarios/words.js';

/** What the model reads in a request that has passed its checks. */
export function promptOf(request: Fields): Prompt {
  const contents = asList(request.contents).map(asFields);
  const userTexts = contents.filter(({ role }) => role !== 'model').map(textOf);
  const texts = [asFields(request.systemInstruction), ...contents].map(textOf);
  return {
    lastUserText: userTexts.at(-1) ?? '',
    words: texts.reduce((total, text) => total + wordsOf(text).length, 0),
    toolNames: asList(request.tools)
      .flatMap((tool) => asList(asFields(tool).functionDeclarations))
      .map((declaration) => String(asFields(declaration).name)),
    toolResults: partsOf(asFields(contents.at(-1))).flatMap(({ functionResponse: response }) =>
      response ? [JSON.stringify(asFields(response).response)] : [],
    ),
    mustThink: false,
  };
}

function textOf(content: Fields): string {
  return partsOf(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}

function partsOf(content: Fields): Fields[] {
  return asList(content.parts).map(asFields);
}
