import {
  COMMON_MEMBERS,
  MESSAGE_MEMBERS,
  type StandIn,
  findOther,
  listFields,
  refuse,
  refuseDeveloperRole,
} from '../../__fixtures__/stand-in.js';

/** As seen in github.com/Gitlawb/openclaude/issues/739 and github.com/editor-code-assistant/eca/issues/231. */
const MEMBERS = new Set([...COMMON_MEMBERS, 'random_seed', 'safe_prompt', 'prompt_mode', 'prediction']);
const IN_MESSAGE = new Set([...MESSAGE_MEMBERS, 'prefix']);
const IN_PART = new Set(['type', 'text', 'image_url']);

export const mistralStandIn: StandIn = {
  refuse(body) {
    const messages = listFields(body['messages']);
    const parts = messages.flatMap(({ content }) => listFields(content));
    const other =
      findOther([body], MEMBERS) ?? findOther(messages, IN_MESSAGE) ?? findOther(parts, IN_PART);
    if (other !== undefined) return refuse(`Extra inputs are not permitted: ${other}`, 422);
    return refuseDeveloperRole(body);
  },
  finishReasons: ['model_length'],
  alwaysSendsUsage: true,
};
