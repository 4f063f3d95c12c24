import { isJsonObject, type JsonValue } from '#canonical';
import { mapMessage } from '../openai-chat/request-view.js';
import { mapInput, mapInputItem } from '../openai-responses/request-view.js';
import { changeDocument, changeElements } from '../policies/change.js';
import { createOutputLimit } from '../policies/output-members.js';
import { type MapText, type RequestView } from '../policies/request-view.js';
import { getNumbers } from '../policies/requested-values.js';
import { mapString } from '../policies/texts.js';

/** An input that may also contain messages of Chat Completions. */
export const openAiChatInputView: RequestView = {
  inputName: 'input',
  mapTexts: (body, map) =>
    changeDocument(body, {
      instructions: (value) => mapString(value, (text) => map(text, 'system')),
      input: (input) =>
        Array.isArray(input)
          ? changeElements(input, (item) => mapMixedItem(item, map))
          : mapInput(input, map),
    }),
  output: createOutputLimit(['max_output_tokens', 'max_completion_tokens', 'max_tokens']),
  getChoices: (body) => getNumbers(body, ['n']),
};

function mapMixedItem(item: JsonValue, map: MapText): JsonValue {
  const isMessage = isJsonObject(item) && (item['type'] ?? 'message') === 'message';
  return isMessage ? mapMessage(item, map) : mapInputItem(item, map);
}
