import { asList, isAbsent, type Fields } from '../fields.js';
import { checkFunctionName } from '../openai/function-name.js';
import { checkUser } from '../openai/user.js';
import { checkKnownFields } from '../openai/known-fields.js';
import { Refused } from '../refused.js';
import {
  checkList,
  checkObject,
  checkOneOf,
  checkOptionalBoolean,
  checkOptionalInteger,
  checkOptionalNumber,
  checkOptionalOneOf,
  checkString,
  missing,
} from '../value-checks.js';

const KNOWN_FIELDS = (
  'access_programs background client_metadata context_management conversation image include input instructions ' +
  'max_output_tokens max_tool_calls metadata model moderation parallel_tool_calls previous_response_id prompt ' +
  'prompt_cache_key prompt_cache_options prompt_cache_retention reasoning safety_identifier service_tier store ' +
  'stream stream_options temperature text tool_choice tools top_logprobs top_p truncation user'
).split(' ');

/** The fields of a count: none that only affects the output. */
const COUNT_FIELDS = (
  'conversation input instructions model parallel_tool_calls personality previous_response_id reasoning text ' +
  'tool_choice tools truncation'
).split(' ');

const INCLUDABLE = [
  'file_search_call.results',
  'web_search_call.results',
  'web_search_call.action.sources',
  'message.input_image.image_url',
  'computer_call_output.output.image_url',
  'code_interpreter_call.outputs',
  'reasoning.encrypted_content',
  'message.output_text.logprobs',
];

const MIN_OUTPUT_TOKENS = 16;

export function checkCountFields(fields: Fields): void {
  checkKnownFields(fields, COUNT_FIELDS);
}

/** Checks everything except the input and the tools. */
export function checkFields(fields: Fields): void {
  checkKnownFields(fields, KNOWN_FIELDS);
  if (fields.model === '') throw missing(['model']);
  checkString(fields.model, ['model']);
  for (const name of ['stream', 'store', 'background', 'parallel_tool_calls']) {
    checkOptionalBoolean(fields[name], [name]);
  }
  checkOptionalInteger(fields.max_output_tokens, ['max_output_tokens'], MIN_OUTPUT_TOKENS);
  checkOptionalNumber(fields.temperature, ['temperature'], 0, 2);
  checkOptionalNumber(fields.top_p, ['top_p'], 0, 1);
  checkOptionalOneOf(fields.truncation, ['truncation'], ['auto', 'disabled']);
  for (const [index, value] of asList(fields.include).entries()) {
    checkOneOf(value, ['include', index], INCLUDABLE);
  }
  checkStreamOptions(fields);
  checkReasoning(fields.reasoning);
  checkText(fields.text);
  checkUser(fields.user);
}

function checkStreamOptions({ stream, stream_options: options }: Fields): void {
  if (isAbsent(options)) return;
  checkObject(options, ['stream_options']);
  checkKnownFields(options, ['include_obfuscation'], ['stream_options']);
  if (stream !== true)
    throw new Refused("only allowed when 'stream' is enabled.", { path: ['stream_options'] });
}

function checkReasoning(reasoning: unknown): void {
  if (isAbsent(reasoning)) return;
  checkObject(reasoning, ['reasoning']);
  checkKnownFields(reasoning, ['effort', 'summary', 'generate_summary', 'mode', 'context'], ['reasoning']);
  const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];
  checkOptionalOneOf(reasoning.effort, ['reasoning', 'effort'], efforts);
  checkOptionalOneOf(reasoning.summary, ['reasoning', 'summary'], ['auto', 'concise', 'detailed']);
}

function checkText(text: unknown): void {
  if (isAbsent(text)) return;
  checkObject(text, ['text']);
  checkKnownFields(text, ['format', 'verbosity'], ['text']);
  checkOptionalOneOf(text.verbosity, ['text', 'verbosity'], ['low', 'medium', 'high']);
  if (isAbsent(text.format)) return;
  const path = ['text', 'format'];
  checkObject(text.format, path);
  checkOneOf(text.format.type, [...path, 'type'], ['text', 'json_object', 'json_schema']);
  checkKnownFields(text.format, ['type', 'name', 'schema', 'strict', 'description'], path);
  if (text.format.type !== 'json_schema') return;
  checkFunctionName(text.format.name, [...path, 'name']);
  checkObject(text.format.schema, [...path, 'schema']);
}

export function checkInputShape({
  input,
  previous_response_id: previous,
  prompt,
  conversation,
}: Fields): void {
  if (isAbsent(input) && [previous, prompt, conversation].every(isAbsent)) throw missing(['input']);
  if (isAbsent(input) || typeof input === 'string') return;
  checkList(input, ['input']);
}
