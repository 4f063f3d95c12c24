import { asFields, asList, asText, isAbsent, type Fields } from '../fields.js';
import type { Path } from '../refused.js';
import { badField } from './bad-field.js';
import { checkSchema } from './schema-checks.js';

const FUNCTION_NAME = /^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/;

export function checkTools({ tools, toolConfig }: Fields): void {
  const names = asList(tools).flatMap((tool, index) =>
    asList(asFields(tool).functionDeclarations).map((declaration, position) =>
      checkedDeclaration(asFields(declaration), ['tools', index, 'functionDeclarations', position]),
    ),
  );
  if (new Set(names).size < names.length) throw badField(['tools'], 'Duplicate function declaration found.');
  const { functionCallingConfig: config } = asFields(toolConfig);
  if (!isAbsent(config)) checkCallingConfig(asFields(config), names);
}

function checkedDeclaration(declaration: Fields, path: Path): string {
  const { name, parameters, parametersJsonSchema } = declaration;
  if (typeof name !== 'string' || !FUNCTION_NAME.test(name)) {
    throw badField([...path, 'name'], 'Invalid function name.');
  }
  if (isAbsent(parameters)) return name;
  if (!isAbsent(parametersJsonSchema)) {
    throw badField([...path, 'parameters'], 'only one of parameters and parameters_json_schema may be set.');
  }
  if (asFields(parameters).type !== 'OBJECT') {
    throw badField([...path, 'parameters'], 'schema should be of type OBJECT.');
  }
  checkSchema(asFields(parameters), [...path, 'parameters']);
  return name;
}

function checkCallingConfig({ mode, allowedFunctionNames }: Fields, names: readonly string[]): void {
  const path = ['toolConfig', 'functionCallingConfig'];
  if (names.length === 0) throw badField(path, 'is set without function_declarations.');
  const allowed = asList(allowedFunctionNames);
  if (allowed.length === 0) return;
  const allowedPath = [...path, 'allowedFunctionNames'];
  if (mode !== 'ANY' && mode !== 'VALIDATED') {
    throw badField(allowedPath, 'should be set only when the mode is ANY or VALIDATED.');
  }
  const unknown = allowed.find((name) => !names.includes(String(name)));
  if (unknown !== undefined) throw badField(allowedPath, `${asText(unknown)} is not declared.`);
}
