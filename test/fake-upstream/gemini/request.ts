import { asFields, asList, type Fields } from '../fields.js';
import { toSha256 } from '../made-up/pseudo-random.js';
import { getTranscript } from '../made-up/transcripts.js';
import type { Prompt } from '../scenarios/prompt.js';
import { parseWords } from '../scenarios/words.js';

/** The prompt in a request that has passed its checks. */
export function toPrompt(request: Fields): Prompt {
  const contents = asList(request.contents).map(asFields);
  const fromUser = contents.filter(({ role }) => role !== 'model');
  const lastFromUser = fromUser.at(-1) ?? {};
  const { responseJsonSchema, responseSchema } = asFields(request.generationConfig);
  const texts = [asFields(request.systemInstruction), ...contents].map(getText);
  return {
    lastUserText: receivedIn(lastFromUser) ?? getText(lastFromUser),
    userTexts: fromUser.map(getText),
    words: texts.reduce((total, text) => total + parseWords(text).length, 0),
    toolNames: asList(request.tools)
      .flatMap((tool) => asList(asFields(tool).functionDeclarations))
      .map((declaration) => String(asFields(declaration).name)),
    toolResults: getParts(asFields(contents.at(-1))).flatMap(({ functionResponse: response }) =>
      response ? [JSON.stringify(asFields(response).response)] : [],
    ),
    requiresReasoning: false,
    schema: responseJsonSchema ?? responseSchema,
  };
}

/** The SHA-256 of each image in the user's last turn. */
export function imagesIn(request: Fields): string[] {
  const contents = asList(request.contents).map(asFields);
  const lastFromUser = contents.findLast(({ role }) => role !== 'model') ?? {};
  return buildBlobs(lastFromUser, 'image/').map(getDigest);
}

/** The words of a recording; the text next to it only contains instructions. */
function receivedIn(content: Fields): string | undefined {
  const [recording] = buildBlobs(content, 'audio/');
  return recording && getTranscript({ sha256: getDigest(recording), filename: String(recording.mimeType) });
}

function buildBlobs(content: Fields, kind: string): Fields[] {
  return getParts(content)
    .map(({ inlineData }) => asFields(inlineData))
    .filter(({ mimeType }) => String(mimeType).startsWith(kind));
}

function getDigest({ data }: Fields): string {
  return toSha256(Buffer.from(String(data), 'base64'));
}

function getText(content: Fields): string {
  return getParts(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}

function getParts(content: Fields): Fields[] {
  return asList(content.parts).map(asFields);
}
