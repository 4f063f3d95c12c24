import {
  COMMON_MEMBERS,
  MESSAGE_MEMBERS,
  type StandIn,
  findOther,
  listFields,
  refuse,
} from '../../__fixtures__/stand-in.js';

/** As listed by console.groq.com/docs/api-reference. */
const MEMBERS = new Set([
  ...COMMON_MEMBERS,
  'max_completion_tokens',
  'seed',
  'user',
  'service_tier',
  'stream_options',
  'reasoning_format',
  'include_reasoning',
]);
const IN_MESSAGE = new Set([...MESSAGE_MEMBERS, 'reasoning', 'function_call']);

export const groqStandIn: StandIn = {
  refuse(body) {
    const other = findOther([body], MEMBERS);
    if (other !== undefined) return refuse(`property '${other}' is unsupported`);
    const inMessage = findOther(listFields(body['messages']), IN_MESSAGE);
    return inMessage === undefined
      ? undefined
      : refuse(`'messages.1' : property '${inMessage}' is unsupported`);
  },
  changes: [
    {
      sent: {
        messages: [
          { role: 'user', content: 'hi' },
          { role: 'assistant', content: 'yes', refusal: null, annotations: [], reasoning_content: 'Hmm.' },
          { role: 'user', content: 'hi', name: 'ann' },
        ],
        store: true,
        verbosity: 'low',
        seed: 7,
      },
      got: {
        messages: [
          { role: 'user', content: 'hi' },
          { role: 'assistant', content: 'yes' },
          { role: 'user', content: 'hi' },
        ],
        seed: 7,
      },
      warnings: 'store, verbosity',
    },
  ],
};
