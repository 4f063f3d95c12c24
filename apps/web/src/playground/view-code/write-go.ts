import { type ApiRequest, type FormField } from '../call/api-request.js';
import { quote } from './quote.js';

interface GoBody {
  /** Imports that only this kind of body needs. */
  imports: readonly string[];
  /** Statements that create the body. */
  lines: readonly string[];
  /** The expression for the body. */
  value: string;
  contentType: string | undefined;
}

/** The request as a Go program without dependencies. The code reads the token from `MODELGATE_TOKEN`. */
export function writeGo({ method, path, headers = {}, json, form }: ApiRequest, address: string): string {
  const body = form === undefined ? writeJson(json) : writeForm(form);
  const imports = ['io', 'log', 'net/http', 'os', ...body.imports].toSorted();
  return [
    'package main',
    '',
    'import (',
    ...imports.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...body.lines.map((line) => `\t${line}`),
    `\trequest, err := http.NewRequest("${method}", ${quote.go(address + path)}, ${body.value})`,
    ...errorCheck('\t'),
    '\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("MODELGATE_TOKEN"))',
    ...(body.contentType === undefined ? [] : [`\trequest.Header.Set("Content-Type", ${body.contentType})`]),
    ...Object.entries(headers).map(
      ([name, value]) => `\trequest.Header.Set(${quote.go(name)}, ${quote.go(value)})`,
    ),
    '\tresponse, err := http.DefaultClient.Do(request)',
    ...errorCheck('\t'),
    '\tdefer response.Body.Close()',
    '\tio.Copy(os.Stdout, response.Body)',
    '}',
  ].join('\n');
}

function writeJson(json: object | undefined): GoBody {
  if (json === undefined) return { imports: [], lines: [], value: 'nil', contentType: undefined };
  const text = JSON.stringify(json, null, 2);
  return {
    imports: ['strings'],
    lines: [`body := strings.NewReader(${quote.go(text)})`],
    value: 'body',
    contentType: '"application/json"',
  };
}

function writeForm(form: readonly FormField[]): GoBody {
  return {
    imports: ['bytes', 'mime/multipart'],
    lines: [
      'body := &bytes.Buffer{}',
      'form := multipart.NewWriter(body)',
      ...form.flatMap(writeField),
      'form.Close()',
    ],
    value: 'body',
    contentType: 'form.FormDataContentType()',
  };
}

function writeField({ name, value }: FormField): string[] {
  if (typeof value === 'string') return [`form.WriteField(${quote.go(name)}, ${quote.go(value)})`];
  return [
    '{',
    `\tfile, err := os.Open(${quote.go(value.name)})`,
    ...errorCheck('\t'),
    `\tfield, err := form.CreateFormFile(${quote.go(name)}, ${quote.go(value.name)})`,
    ...errorCheck('\t'),
    '\tio.Copy(field, file)',
    '\tfile.Close()',
    '}',
  ];
}

function errorCheck(indent: string): string[] {
  return [`${indent}if err != nil {`, `${indent}\tlog.Fatal(err)`, `${indent}}`];
}
