import { type Change, changeDocument } from '../policies/change.js';
import { outputMember } from '../policies/output-members.js';
import { type RequestView } from '../policies/request-view.js';
import { mapStrings } from '../policies/texts.js';
import { numbersNamed } from '../policies/requested-values.js';

/** A prompt may also be given as tokens, which nobody but its model can read. */
export const openAiCompletionsView: RequestView = {
  inputName: 'prompt',
  mapTexts(body, map) {
    const text: Change = (value) => mapStrings(value, (one) => map(one, 'user'));
    return changeDocument(body, { prompt: text, suffix: text });
  },
  output: outputMember(['max_tokens']),
  getChoices: (body) => numbersNamed(body, ['n', 'best_of']),
};
