import type { Account } from '../account.js';
import { asList, type Fields } from '../fields.js';
import { newId } from '../openai/identifiers.js';
import type { Answer } from '../scenarios/answer.js';
import { encrypt } from './encrypted-content.js';
import { getDefinitions } from './tool-definitions.js';

export type ContentPart =
  | { type: 'output_text'; text: string; annotations: []; logprobs: [] }
  | { type: 'refusal'; refusal: string };

export type OutputItem =
  | {
      type: 'reasoning';
      id: string;
      summary: { type: 'summary_text'; text: string }[];
      encrypted_content?: string;
    }
  | { type: 'message'; id: string; status: string; role: 'assistant'; content: ContentPart[] }
  | ({ type: 'function_call'; arguments: string } & Call)
  | ({ type: 'custom_tool_call'; input: string } & Call);

interface Call {
  id: string;
  status: string;
  call_id: string;
  name: string;
  namespace?: string;
}

/** The output items of the model. Encrypted reasoning is included only on request. */
export function getOutputItems(answer: Answer, fields: Fields, account: Account): OutputItem[] {
  return [...getReasoning(answer, fields, account), ...getMessage(answer), ...toCalls(answer, fields)];
}

function getReasoning({ reasoning }: Answer, { include }: Fields, account: Account): OutputItem[] {
  if (!reasoning) return [];
  const isSealed = asList(include).includes('reasoning.encrypted_content');
  return [
    {
      type: 'reasoning',
      id: newId('rs_'),
      summary: [{ type: 'summary_text', text: reasoning }],
      ...(isSealed && { encrypted_content: encrypt(reasoning, account) }),
    },
  ];
}

function getMessage({ text, ending }: Answer): OutputItem[] {
  if (ending === 'tool-calls') return [];
  const isCut = ending === 'length' || ending === 'filter';
  const part: ContentPart =
    ending === 'refusal'
      ? { type: 'refusal', refusal: text }
      : { type: 'output_text', text, annotations: [], logprobs: [] };
  const status = isCut ? 'incomplete' : 'completed';
  return [{ type: 'message', id: newId('msg_'), status, role: 'assistant', content: [part] }];
}

function toCalls({ toolCalls }: Answer, fields: Fields): OutputItem[] {
  const definitions = getDefinitions(fields);
  return toolCalls.map(({ name, arguments: values }) => {
    const { isCustom, namespace } = definitions.find((each) => each.name === name) ?? {};
    const call = { status: 'completed', call_id: newId('call_'), name, ...(namespace && { namespace }) };
    return isCustom
      ? { type: 'custom_tool_call', id: newId('ctc_'), input: String(values.input), ...call }
      : { type: 'function_call', id: newId('fc_'), arguments: JSON.stringify(values), ...call };
  });
}
