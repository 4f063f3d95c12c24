import { type ApiRequest, type FormField } from '../call/api-request.js';
import { parseFormValue, groupFields, getOutputFileName } from './form-fields.js';
import { Expression, typescriptLiteral } from './literal.js';
import { quote } from './quote.js';
import { type Sdk, type SdkCall, googleArguments, toSdkCall } from './sdk-call.js';

const CLIENTS: Record<
  Sdk,
  { package: string; code: (address: string) => [importLine: string, create: string] }
> = {
  openai: {
    package: 'openai',
    code: (address) => [
      "import OpenAI from 'openai';",
      `const client = new OpenAI({\n  baseURL: ${quote.typescript(`${address}/v1`)},\n  apiKey: process.env.MODELGATE_TOKEN,\n});`,
    ],
  },
  anthropic: {
    package: '@anthropic-ai/sdk',
    code: (address) => [
      "import Anthropic from '@anthropic-ai/sdk';",
      `const client = new Anthropic({\n  baseURL: ${quote.typescript(address)},\n  apiKey: process.env.MODELGATE_TOKEN,\n});`,
    ],
  },
  google: {
    package: '@google/genai',
    code: (address) => [
      "import { GoogleGenAI } from '@google/genai';",
      `const client = new GoogleGenAI({\n  apiKey: process.env.MODELGATE_TOKEN,\n  httpOptions: { baseUrl: ${quote.typescript(address)} },\n});`,
    ],
  },
};

const PRINT_EVENT: Partial<Record<SdkCall['output'], string>> = {
  chat: "process.stdout.write(event.choices[0]?.delta.content ?? '');",
  responses: "if (event.type === 'response.output_text.delta') process.stdout.write(event.delta);",
  messages:
    "if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') process.stdout.write(event.delta.text);",
  generateContent: "process.stdout.write(event.text ?? '');",
};

const PRINT_RESPONSE: Record<Exclude<SdkCall['output'], 'speech'>, string> = {
  chat: 'console.log(response.choices[0]?.message);',
  responses: 'console.log(response.output_text);',
  messages: 'console.log(response.content);',
  generateContent: 'console.log(response.text);',
  image: "await writeFile('image.png', Buffer.from(response.data?.[0]?.b64_json ?? '', 'base64'));",
  text: 'console.log(response);',
  json: 'console.log(response);',
};

/** The request in TypeScript, with the official SDK if there is one. The code reads the token from `MODELGATE_TOKEN`. */
export function writeTypeScript(request: ApiRequest, address: string): string {
  const call = toSdkCall(request);
  return call === undefined ? writeFetch(request, address) : writeSdk(request, call, address);
}

/** The package that the code needs; undefined if it needs none. */
export function typescriptPackage(request: ApiRequest): string | undefined {
  const call = toSdkCall(request);
  return call && CLIENTS[call.sdk].package;
}

function writeSdk(request: ApiRequest, call: SdkCall, address: string): string {
  const [importLine, create] = CLIENTS[call.sdk].code(address);
  const files = request.form?.some(({ value }) => typeof value !== 'string') ?? false;
  const imports = [
    ...(files ? ["import { createReadStream } from 'node:fs';"] : []),
    ...(call.output === 'speech' || (call.output === 'image' && !call.isStreamed)
      ? ["import { writeFile } from 'node:fs/promises';"]
      : []),
    importLine,
  ];
  const invocation = `await client.${call.typescript}(${getArguments(request, call)})`;
  return `${imports.join('\n')}\n\n${create}\n\n${writeCall(request, call, invocation)}`;
}

function getArguments({ json, form = [], headers = {} }: ApiRequest, call: SdkCall): string {
  if (call.model !== undefined) return typescriptLiteral(googleArguments(call.model, json ?? {}, headers));
  const body = typescriptLiteral(json ?? groupFields(form, toSdkField));
  return Object.keys(headers).length === 0 ? body : `${body}, ${typescriptLiteral({ headers })}`;
}

function toSdkField(field: FormField): unknown {
  if (typeof field.value === 'string') return parseFormValue(field);
  return new Expression(`createReadStream(${quote.typescript(field.value.name)})`);
}

function writeCall(request: ApiRequest, { output, isStreamed }: SdkCall, invocation: string): string {
  if (output === 'speech') {
    const file = quote.typescript(getOutputFileName(request) ?? 'speech');
    return `const speech = ${invocation};\nawait writeFile(${file}, Buffer.from(await speech.arrayBuffer()));`;
  }
  if (!isStreamed) return `const response = ${invocation};\n${PRINT_RESPONSE[output]}`;
  return `const stream = ${invocation};\nfor await (const event of stream) {\n  ${PRINT_EVENT[output] ?? 'console.log(event);'}\n}`;
}

function writeFetch({ method, path, headers = {}, json, form }: ApiRequest, address: string): string {
  const files = form?.some(({ value }) => typeof value !== 'string') ?? false;
  const options = {
    method,
    headers: {
      Authorization: new Expression('`Bearer ${process.env.MODELGATE_TOKEN}`'),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: buildBody(json, form),
  };
  const lines = [
    ...(files ? ["import { openAsBlob } from 'node:fs';", ''] : []),
    ...(form === undefined ? [] : ['const form = new FormData();', ...form.map(writeAppend)]),
    `const response = await fetch(${quote.typescript(address + path)}, ${typescriptLiteral(options)});`,
    'console.log(await response.json());',
  ];
  return lines.join('\n');
}

function buildBody(json: object | undefined, form: readonly FormField[] | undefined): Expression | undefined {
  if (json !== undefined) return new Expression(`JSON.stringify(${typescriptLiteral(json, 1)})`);
  return form && new Expression('form');
}

function writeAppend({ name, value }: FormField): string {
  if (typeof value === 'string') return `form.append(${quote.typescript(name)}, ${quote.typescript(value)});`;
  const file = quote.typescript(value.name);
  return `form.append(${quote.typescript(name)}, await openAsBlob(${file}), ${file});`;
}
