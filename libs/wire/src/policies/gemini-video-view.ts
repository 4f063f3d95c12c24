import { isJsonObject, type JsonValue } from '#canonical';
import { parseResolution } from '../video/gemini-resolution.js';
import { changeAt, changeDocument, changeElements, changeMembers } from './change.js';
import { type RequestBody, type RequestView, isForm } from './request-view.js';
import { parseNumber, toRequestedValues, toWord } from './requested-values.js';
import { mapData, mapString } from './texts.js';

/** Parameters that are enum values of the service. */
const WORDS: ReadonlySet<string> = new Set(['aspectRatio', 'resolution', 'personGeneration']);

/** Video requests of Gemini's clients: the content is in `instances`, its properties are in `parameters`. */
export const geminiVideoView: RequestView = {
  inputName: 'instances',
  mapTexts(body, map) {
    const mapText = (text: string): string => map(text, 'user');
    return changeDocument(body, {
      instances: (instances) =>
        changeElements(instances, (instance) =>
          changeAt(instance, { prompt: (prompt) => mapString(prompt, mapText) }),
        ),
      parameters: (parameters) =>
        isJsonObject(parameters)
          ? changeMembers(parameters, (value, name) => (WORDS.has(name) ? value : mapData(value, mapText)))
          : parameters,
    });
  },
  getChoices: (body) =>
    ['sampleCount', 'numberOfVideos'].flatMap((name) =>
      toRequestedValues(toPath(name), getNumber(body, name)),
    ),
  getVideoSizes(body) {
    const resolution = toWord(getParameter(body, 'resolution'));
    const size = parseResolution(resolution, toWord(getParameter(body, 'aspectRatio')));
    return toRequestedValues(toPath('resolution'), size);
  },
  getVideoSeconds: (body) => toRequestedValues(toPath('durationSeconds'), getNumber(body, 'durationSeconds')),
};

function getNumber(body: RequestBody, name: string): number | undefined {
  return parseNumber(getParameter(body, name));
}

function getParameter(body: RequestBody, name: string): JsonValue | undefined {
  if (isForm(body)) return undefined;
  const { parameters } = body;
  return isJsonObject(parameters) ? (parameters[name] ?? undefined) : undefined;
}

function toPath(name: string): string {
  return `parameters.${name}`;
}
