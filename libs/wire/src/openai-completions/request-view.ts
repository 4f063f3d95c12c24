import { type Change, changeDocument } from '../policies/change.js';
import { createOutputLimit } from '../policies/output-members.js';
import { type RequestView } from '../policies/request-view.js';
import { mapStrings } from '../policies/texts.js';
import { getNumbers } from '../policies/requested-values.js';

/** A prompt of tokens is skipped, because only its model can decode it. */
export const openAiCompletionsView: RequestView = {
  inputName: 'prompt',
  mapTexts(body, map) {
    const text: Change = (value) => mapStrings(value, (one) => map(one, 'user'));
    return changeDocument(body, { prompt: text, suffix: text });
  },
  output: createOutputLimit(['max_tokens']),
  getChoices: (body) => getNumbers(body, ['n', 'best_of']),
};
