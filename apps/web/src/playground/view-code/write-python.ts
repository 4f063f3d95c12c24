import { type ApiRequest, type FormField } from '../call/api-request.js';
import { parseFormValue, groupFields, getOutputFileName } from './form-fields.js';
import { Expression, pythonLiteral } from './literal.js';
import { quote } from './quote.js';
import { type Sdk, type SdkCall, googleArguments, toSdkCall } from './sdk-call.js';

const TOKEN = 'os.environ["MODELGATE_TOKEN"]';

const CLIENTS: Record<Sdk, { package: string; importLine: string; create: (address: string) => string }> = {
  openai: {
    package: 'openai',
    importLine: 'from openai import OpenAI',
    create: (address) =>
      `client = OpenAI(\n    base_url=${quote.python(`${address}/v1`)},\n    api_key=${TOKEN},\n)`,
  },
  anthropic: {
    package: 'anthropic',
    importLine: 'from anthropic import Anthropic',
    create: (address) =>
      `client = Anthropic(\n    base_url=${quote.python(address)},\n    api_key=${TOKEN},\n)`,
  },
  google: {
    package: 'google-genai',
    importLine: 'from google import genai',
    create: (address) =>
      `client = genai.Client(\n    api_key=${TOKEN},\n    http_options={"base_url": ${quote.python(address)}},\n)`,
  },
};

const PRINT_EVENT: Partial<Record<SdkCall['output'], string>> = {
  chat: 'if event.choices:\n        print(event.choices[0].delta.content or "", end="", flush=True)',
  responses: 'if event.type == "response.output_text.delta":\n        print(event.delta, end="", flush=True)',
  messages:
    'if event.type == "content_block_delta" and event.delta.type == "text_delta":\n        print(event.delta.text, end="", flush=True)',
  generateContent: 'print(event.text or "", end="", flush=True)',
};

const PRINT_RESPONSE: Record<Exclude<SdkCall['output'], 'speech'>, string> = {
  chat: 'print(response.choices[0].message)',
  responses: 'print(response.output_text)',
  messages: 'print(response.content)',
  generateContent: 'print(response.text)',
  image: 'with open("image.png", "wb") as file:\n    file.write(base64.b64decode(response.data[0].b64_json))',
  text: 'print(response)',
  json: 'print(response)',
};

/** The request in Python, with the official SDK if there is one. The code reads the token from `MODELGATE_TOKEN`. */
export function writePython(request: ApiRequest, address: string): string {
  const call = toSdkCall(request);
  return call === undefined ? writeRequests(request, address) : writeSdk(request, call, address);
}

/** The package that the code needs. */
export function pythonPackage(request: ApiRequest): string {
  const call = toSdkCall(request);
  return call === undefined ? 'requests' : CLIENTS[call.sdk].package;
}

function writeSdk(request: ApiRequest, call: SdkCall, address: string): string {
  const { importLine, create } = CLIENTS[call.sdk];
  const code = writeCall(request, call, `(${buildKeywordArguments(request, call)})`);
  const imports = code.includes('base64.') ? 'import base64\nimport os' : 'import os';
  return `${imports}\n\n${importLine}\n\n${create(address)}\n\n${code}`;
}

function buildKeywordArguments({ json = {}, form, headers = {} }: ApiRequest, call: SdkCall): string {
  if (call.model !== undefined)
    return keywordArguments(decodeBytes(googleArguments(call.model, json, headers)) as object);
  const body = form === undefined ? json : groupFields(form, toSdkField);
  return keywordArguments(Object.keys(headers).length === 0 ? body : { ...body, extra_headers: headers });
}

function keywordArguments(values: object): string {
  const lines = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `    ${name}=${pythonLiteral(value, 1)},\n`);
  return `\n${lines.join('')}`;
}

/** Google's SDK expects bytes for values that are base64 in the API. */
function decodeBytes(value: unknown, name = ''): unknown {
  if (typeof value === 'string') {
    const isBytes = name === 'thoughtSignature' || name === 'data';
    return isBytes ? new Expression(`base64.b64decode(${quote.python(value)})`) : value;
  }
  if (Array.isArray(value)) return value.map((item) => decodeBytes(item));
  if (typeof value !== 'object' || value === null) return value;
  // Tool arguments, tool results and schemas are user data and must not be changed.
  if (['args', 'response', 'parametersJsonSchema', 'responseJsonSchema'].includes(name)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, decodeBytes(member, key)]));
}

function toSdkField(field: FormField): unknown {
  if (typeof field.value === 'string') return parseFormValue(field);
  return new Expression(`open(${quote.python(field.value.name)}, "rb")`);
}

function writeCall(request: ApiRequest, call: SdkCall, args: string): string {
  if (call.output === 'speech') {
    const name = call.python.replace(/\.create$/, '.with_streaming_response.create');
    const file = quote.python(getOutputFileName(request) ?? 'speech');
    return `with client.${name}${args} as speech:\n    speech.stream_to_file(${file})`;
  }
  if (!call.isStreamed) return `response = client.${call.python}${args}\n${PRINT_RESPONSE[call.output]}`;
  return `stream = client.${call.python}${args}\nfor event in stream:\n    ${PRINT_EVENT[call.output] ?? 'print(event)'}`;
}

function writeRequests({ method, path, headers = {}, json, form }: ApiRequest, address: string): string {
  const files = form?.filter(({ value }) => typeof value !== 'string');
  const texts = form?.filter(({ value }) => typeof value === 'string');
  const args = keywordArguments({
    headers: { Authorization: new Expression(`f"Bearer {os.environ['MODELGATE_TOKEN']}"`), ...headers },
    json,
    data: texts && groupFields(texts, ({ value }) => value),
    files: files && groupFields(files, toSdkField),
  });
  const call = `requests.${method.toLowerCase()}(\n    ${quote.python(address + path)},${args})`;
  return `import os\n\nimport requests\n\nresponse = ${call}\nprint(response.json())`;
}
