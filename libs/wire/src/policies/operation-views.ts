import { isJsonObject, type JsonValue } from '#canonical';
import { mapContent } from '../gemini-generate-content/request-view.js';
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
  parseNumber,
  getNumbers,
  toRequestedValues,
  getSizes,
  getValue,
} from './requested-values.js';
import { mapData, mapItem, mapString, mapStrings } from './texts.js';

const PROMPTS = new Set(['prompt', 'negative_prompt']);

const JSON_FIELDS = new Set(['metadata']);

const SPEECH_TEXTS = new Set(['input', 'instructions']);

const TRANSCRIPTION_TEXTS = new Set(['prompt', 'keywords']);

const NO_TEXTS = new Set(['image', 'url', 'id']);

/** Image generation and image edits, as JSON or a form. */
export const imagesView: RequestView = {
  inputName: 'prompt',
  mapTexts: (body, map) => mapNamedTexts(body, PROMPTS, map),
  getChoices: (body) => getNumbers(body, ['n']),
  getImageSizes: (body) => getSizes(body, 'size'),
};

/** Both formats of video requests, as JSON or a form. */
export const videoView: RequestView = {
  inputName: 'prompt',
  mapTexts(body, map) {
    const mapText = (text: string): string => map(text, 'user');
    const mapped = mapNamedTexts(body, PROMPTS, map);
    if (isForm(mapped)) return mapJsonFields(mapped, JSON_FIELDS, mapText);
    return changeDocument(mapped, { metadata: (metadata) => mapItem(metadata, mapText) });
  },
  getChoices: (body) => getNumbers(body, ['n']),
  getVideoSizes: (body) => [...getSizes(body, 'size'), ...getSides(body)],
  getVideoSeconds: (body) => getNumbers(body, ['duration', 'seconds']),
};

function getSides(body: RequestBody): RequestedValue<PixelSize>[] {
  const width = parseNumber(getValue(body, 'width'));
  const height = parseNumber(getValue(body, 'height'));
  return width === undefined || height === undefined ? [] : toRequestedValues('width', { width, height });
}

export const speechView: RequestView = {
  inputName: 'input',
  mapTexts: (body, map) => mapNamedTexts(body, SPEECH_TEXTS, map),
};

/** Transcriptions and translations. The recording itself is not inspected. */
export const transcriptionView: RequestView = {
  inputName: 'prompt',
  mapTexts: (body, map) => mapNamedTexts(body, TRANSCRIPTION_TEXTS, map),
};

/** An input of tokens is skipped, because only its model can decode it. */
export const openAiEmbeddingsView: RequestView = {
  inputName: 'input',
  mapTexts(body, map) {
    const text: Change = (value) => mapStrings(value, (one) => map(one, 'user'));
    return changeDocument(body, { input: text });
  },
};

export const geminiEmbedContentView: RequestView = {
  inputName: 'content',
  mapTexts: (body, map) => changeDocument(body, buildRequestChanges(map)),
};

export const geminiBatchEmbedContentsView: RequestView = {
  inputName: 'requests',
  mapTexts: (body, map) =>
    changeDocument(body, {
      requests: (requests) =>
        changeElements(requests, (request) => changeAt(request, buildRequestChanges(map))),
    }),
};

function buildRequestChanges(map: MapText): Changes {
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

/** A text, or an object with texts under any names. Images are URLs or data. */
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
