import { asFields, asList, type Fields } from '../fields.js';
import { sha256Of } from '../made-up/pseudo-random.js';
import { transcriptOf } from '../made-up/transcripts.js';
import type { Prompt } from '../scenarios/prompt.js';
import { wordsOf } from '../scenarios/words.js';

/** What the model reads in a request that has passed its checks. */
export function promptOf(request: Fields): Prompt {
  const contents = asList(request.contents).map(asFields);
  const lastFromUser = contents.findLast(({ role }) => role !== 'model') ?? {};
  const texts = [asFields(request.systemInstruction), ...contents].map(textOf);
  return {
    lastUserText: heardIn(lastFromUser) ?? textOf(lastFromUser),
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

/** The pictures that the user shows last, each by its SHA-256. */
export function picturesIn(request: Fields): string[] {
  const contents = asList(request.contents).map(asFields);
  const lastFromUser = contents.findLast(({ role }) => role !== 'model') ?? {};
  return blobsOf(lastFromUser, 'image/').map(digestOf);
}

/** What is said in a recording; the text beside it only says what to do with it. */
function heardIn(content: Fields): string | undefined {
  const [recording] = blobsOf(content, 'audio/');
  return recording && transcriptOf({ sha256: digestOf(recording), filename: String(recording.mimeType) });
}

function blobsOf(content: Fields, kind: string): Fields[] {
  return partsOf(content)
    .map(({ inlineData }) => asFields(inlineData))
    .filter(({ mimeType }) => String(mimeType).startsWith(kind));
}

function digestOf({ data }: Fields): string {
  return sha256Of(Buffer.from(String(data), 'base64'));
}

function textOf(content: Fields): string {
  return partsOf(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}

function partsOf(content: Fields): Fields[] {
  return asList(content.parts).map(asFields);
}
