import { type StandIn } from '../../__fixtures__/stand-in.js';

const TAGGED = ['<thi', 'nk>\nHm', 'm.</th', 'ink>\n\nHel', 'lo'];

/** It writes its reasoning into the text unless it is told to split them. One of its models does so in any case. */
export const miniMaxStandIn: StandIn = {
  write: ({ model, reasoning_split: isSplit }) =>
    isSplit === true && model !== 'stubborn'
      ? [{ reasoning_content: 'Hmm.' }, { content: 'Hello' }]
      : TAGGED.map((content): Record<string, string> => ({ content })),
};
