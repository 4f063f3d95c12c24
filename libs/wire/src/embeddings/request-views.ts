import { mapContent } from '../gemini-generate-content/request-view.js';
import { type Change, type Changes, changeAt, changeDocument, changeElements } from '../policies/change.js';
import { type MapText, type RequestView } from '../policies/request-view.js';
import { mapString, mapStrings } from '../policies/texts.js';

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
