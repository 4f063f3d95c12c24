import { type JsonValue } from '#canonical';
import { mapContent } from '../gemini-generate-content/request-view.js';
import { isJsonObject } from '../validation/json-values.js';
import {
  type Change,
  type Changes,
  changeAt,
  changeDocument,
  changeElements,
  changeMembers,
} from './change.js';
import {
  type MapText,
  type PixelSize,
  type RequestBody,
  type RequestView,
  type RequestedValue,
  isForm,
} from './request-view.js';
import {
  mapJsonFields,
  mapNamedTexts,
  numberIn,
  numbersNamed,
  requestedValue,
  sizeNamed,
  valueNamed,
} from './requested-values.js';
import { mapData, mapItem, mapString, mapStrings } from './texts.js';

const PROMPTS = new Set(['prompt', 'negative_prompt']);

const JSON_FIELDS = new Set(['metadata']);

const SPEECH_TEXTS = new Set(['input', 'instructions']);

const TRANSCRIPTION_TEXTS = new Set(['prompt', 'keywords']);

const NO_TEXTS = new Set(['image', 'url', 'id']);

/** New images and edited ones, asked for in a document or a form. */
export const imagesView: RequestView = {
  inputName: 'prompt',
  mapTexts: (body, map) => mapNamedTexts(body, PROMPTS, map),
  getChoices: (body) => numbersNamed(body, ['n']),
  getImageSizes: (body) => sizeNamed(body, 'size'),
};

/** Both shapes in which videos are asked for, in a document or a form. */
export const videoView: RequestView = {
  inputName: 'prompt',
  mapTexts(body, map) {
    const mapText = (text: string): string => map(text, 'user');
    const mapped = mapNamedTexts(body, PROMPTS, map);
    if (isForm(mapped)) return mapJsonFields(mapped, JSON_FIELDS, mapText);
    return changeDocument(mapped, { metadata: (metadata) => mapItem(metadata, mapText) });
  },
  getChoices: (body) => numbersNamed(body, ['n']),
  getVideoSizes: (body) => [...sizeNamed(body, 'size'), ...getSides(body)],
  getVideoSeconds: (body) => numbersNamed(body, ['duration', 'seconds']),
};

function getSides(body: RequestBody): RequestedValue<PixelSize>[] {
  const width = numberIn(valueNamed(body, 'width'));
  const height = numberIn(valueNamed(body, 'height'));
  return width === undefined || height === undefined ? [] : requestedValue('width', { width, height });
}

export const speechView: RequestView = {
  inputName: 'input',
  mapTexts: (body, map) => mapNamedTexts(body, SPEECH_TEXTS, map),
};

/** Transcriptions and translations: what is said in the recording is not looked at. */
export const transcriptionView: RequestView = {
  inputName: 'prompt',
  mapTexts: (body, map) => mapNamedTexts(body, TRANSCRIPTION_TEXTS, map),
};

/** An input may also be given as tokens, which nobody but its model can read. */
export const openAiEmbeddingsView: RequestView = {
  inputName: 'input',
  mapTexts(body, map) {
    const text: Change = (value) => mapStrings(value, (one) => map(one, 'user'));
    return changeDocument(body, { input: text });
  },
};

export const geminiEmbedContentView: RequestView = {
  inputName: 'content',
  mapTexts: (body, map) => changeDocument(body, requestChanges(map)),
};

export const geminiBatchEmbedContentsView: RequestView = {
  inputName: 'requests',
  mapTexts: (body, map) =>
    changeDocument(body, {
      requests: (requests) => changeElements(requests, (request) => changeAt(request, requestChanges(map))),
    }),
};

function requestChanges(map: MapText): Changes {
  return {
    title: (title) => mapString(title, (text) => map(text, 'user')),
    content: (content) => mapContent(content, map, 'user'),
  };
}

export const rerankView: RequestView = {
  inputName: 'query',
  mapTexts(body, map) {
    const mapText = (text: string): string => map(text, 'user');
    return changeDocument(body, {
      query: (query) => mapSubject(query, mapText),
      documents: (documents) => changeElements(documents, (document) => mapSubject(document, mapText)),
    });
  },
};

/** A text, or an object with texts under names of the client's own; an image is a link, or data. */
function mapSubject(subject: JsonValue, mapText: (text: string) => string): JsonValue {
  if (!isJsonObject(subject)) return mapData(subject, mapText);
  return changeMembers(subject, (value, key) => (NO_TEXTS.has(key) ? value : mapData(value, mapText)));
}

export const moderationsView: RequestView = {
  inputName: 'input',
  mapTexts(body, map) {
    const text: Change = (value) => mapString(value, (one) => map(one, 'user'));
    return changeDocument(body, {
      input: (input) =>
        changeElements(
          mapStrings(input, (one) => map(one, 'user')),
          (part) => changeAt(part, { text }),
        ),
    });
  },
};
