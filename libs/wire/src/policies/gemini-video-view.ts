import { type JsonValue } from '#canonical';
import { isJsonObject } from '../validation/json-values.js';
import { parseResolution } from '../video/gemini-resolution.js';
import { changeAt, changeDocument, changeElements, changeMembers } from './change.js';
import { type RequestBody, type RequestView, isForm } from './request-view.js';
import { numberIn, requestedValue, wordIn } from './requested-values.js';
import { mapData, mapString } from './texts.js';

/** Parameters that are words of the service's own. */
const WORDS: ReadonlySet<string> = new Set(['aspectRatio', 'resolution', 'personGeneration']);

/** Videos as Gemini's clients ask for them: what is to be seen in instances, what it is to be like in parameters. */
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
    ['sampleCount', 'numberOfVideos'].flatMap((name) => requestedValue(toPath(name), getNumber(body, name))),
  getVideoSizes(body) {
    const resolution = wordIn(getParameter(body, 'resolution'));
    const size = parseResolution(resolution, wordIn(getParameter(body, 'aspectRatio')));
    return requestedValue(toPath('resolution'), size);
  },
  getVideoSeconds: (body) => requestedValue(toPath('durationSeconds'), getNumber(body, 'durationSeconds')),
};

function getNumber(body: RequestBody, name: string): number | undefined {
  return numberIn(getParameter(body, name));
}

function getParameter(body: RequestBody, name: string): JsonValue | undefined {
  if (isForm(body)) return undefined;
  const { parameters } = body;
  return isJsonObject(parameters) ? (parameters[name] ?? undefined) : undefined;
}

function toPath(name: string): string {
  return `parameters.${name}`;
}
