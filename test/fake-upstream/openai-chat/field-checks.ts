import { asFields, asList, isAbsent, type Fields } from '../fields.js';
import { checkFunctionName, checkParameters, checkUnique } from '../openai/function-name.js';
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
  checkString,
  invalid,
  missing,
} from '../value-checks.js';

const KNOWN_FIELDS = (
  'messages model audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens ' +
  'max_tokens metadata modalities moderation n parallel_tool_calls prediction presence_penalty ' +
  'prompt_cache_key prompt_cache_options prompt_cache_retention reasoning_effort response_format ' +
  'safety_identifier seed service_tier stop store stream stream_options temperature tool_choice tools ' +
  'top_logprobs top_p user verbosity web_search_options'
).split(' ');

const MAX_STOPS = 4;

/** Checks everything except the content of the messages. */
export function checkFields(fields: Fields, strictFields: boolean): void {
  if (strictFields) checkKnownFields(fields, KNOWN_FIELDS);
  if (fields.model === '') throw missing(['model']);
  checkString(fields.model, ['model']);
  checkList(fields.messages, ['messages']);
  if (fields.messages.length === 0) {
    const message = 'empty array. Expected an array with minimum length 1.';
    throw new Refused(message, { path: ['messages'], code: 'empty_array' });
  }
  checkStream(fields);
  checkSampling(fields);
  checkResponseFormat(fields.response_format);
  checkUser(fields.user);
  checkTools(fields);
}

function checkStream({ stream, stream_options: options }: Fields): void {
  checkOptionalBoolean(stream, ['stream']);
  if (stream !== true && !isAbsent(options)) {
    throw new Refused("only allowed when 'stream' is enabled.", { path: ['stream_options'] });
  }
}

function checkSampling(fields: Fields): void {
  checkOptionalNumber(fields.temperature, ['temperature'], 0, 2);
  checkOptionalNumber(fields.top_p, ['top_p'], 0, 1);
  checkOptionalInteger(fields.n, ['n'], 1);
  checkOptionalInteger(fields.max_tokens, ['max_tokens'], 1);
  checkOptionalInteger(fields.max_completion_tokens, ['max_completion_tokens'], 1);
  if (asList(fields.stop).length > MAX_STOPS) {
    const message = `array too long. Expected an array with maximum length ${MAX_STOPS}.`;
    throw new Refused(message, { path: ['stop'], code: 'array_above_max_length' });
  }
}

function checkResponseFormat(format: unknown): void {
  if (isAbsent(format)) return;
  checkObject(format, ['response_format']);
  checkOneOf(format.type, ['response_format', 'type'], ['text', 'json_object', 'json_schema']);
  if (format.type !== 'json_schema') return;
  const path = ['response_format', 'json_schema'];
  checkObject(format.json_schema, path);
  checkFunctionName(format.json_schema.name, [...path, 'name']);
}

function checkTools({ tools, tool_choice: choice }: Fields): void {
  if (!isAbsent(tools)) checkList(tools, ['tools']);
  const names = asList(tools).map((tool, index) => checkedTool(asFields(tool), index));
  checkUnique(names, ['tools']);
  if (isAbsent(choice)) return;
  if (names.length === 0) {
    throw invalid(['tool_choice'], "'tool_choice' is only allowed when 'tools' are specified.");
  }
  if (typeof choice === 'string') return checkOneOf(choice, ['tool_choice'], ['none', 'auto', 'required']);
  checkOneOf(asFields(choice).type, ['tool_choice', 'type'], ['function', 'custom', 'allowed_tools']);
  if (asFields(choice).type !== 'function') return;
  checkOneOf(
    asFields(asFields(choice).function).name,
    ['tool_choice', 'function', 'name'],
    names.filter((name) => typeof name === 'string'),
  );
}

function checkedTool(tool: Fields, index: number): unknown {
  const path = ['tools', index];
  checkOneOf(tool.type, [...path, 'type'], ['function', 'custom']);
  if (tool.type === 'custom') return asFields(tool.custom).name;
  checkObject(tool.function, [...path, 'function']);
  checkFunctionName(tool.function.name, [...path, 'function', 'name']);
  checkParameters(tool.function.parameters, [...path, 'function', 'parameters']);
  return tool.function.name;
}
