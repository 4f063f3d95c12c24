import { type ApiRequest, type FormField } from '../call/api-request.js';
import { quote } from './quote.js';

/** The request as a PHP program without dependencies. The code reads the token from `MODELGATE_TOKEN`. */
export function writePhp({ method, path, headers = {}, json, form }: ApiRequest, address: string): string {
  return [
    '<?php',
    '',
    `$request = curl_init(${quote.php(address + path)});`,
    'curl_setopt_array($request, [',
    `    CURLOPT_CUSTOMREQUEST => '${method}',`,
    '    CURLOPT_RETURNTRANSFER => true,',
    '    CURLOPT_HTTPHEADER => [',
    "        'Authorization: Bearer ' . getenv('MODELGATE_TOKEN'),",
    ...(json === undefined ? [] : ["        'Content-Type: application/json',"]),
    ...Object.entries(headers).map(([name, value]) => `        ${quote.php(`${name}: ${value}`)},`),
    '    ],',
    ...writeBody(json, form),
    ']);',
    '',
    'echo curl_exec($request);',
  ].join('\n');
}

function writeBody(json: object | undefined, form: readonly FormField[] | undefined): string[] {
  if (form !== undefined) {
    return ['    CURLOPT_POSTFIELDS => [', ...numberRepeated(form).map(writeField), '    ],'];
  }
  if (json === undefined) return [];
  return [`    CURLOPT_POSTFIELDS => ${quote.php(JSON.stringify(json, null, 2))},`];
}

/** Keys of a PHP array are unique, so repeated fields get a number: `name[0]`, `name[1]`. */
function numberRepeated(form: readonly FormField[]): FormField[] {
  const seen = new Map<string, number>();
  return form.map(({ name, value }) => {
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return { name: name.endsWith('[]') ? `${name.slice(0, -1)}${count}]` : name, value };
  });
}

function writeField({ name, value }: FormField): string {
  const written = typeof value === 'string' ? quote.php(value) : `new CURLFile(${quote.php(value.name)})`;
  return `        ${quote.php(name)} => ${written},`;
}
