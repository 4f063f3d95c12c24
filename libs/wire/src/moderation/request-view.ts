import { type Change, changeAt, changeDocument, changeElements } from '../policies/change.js';
import { type RequestView } from '../policies/request-view.js';
import { mapString, mapStrings } from '../policies/texts.js';

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
