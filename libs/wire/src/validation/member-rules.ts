import { ValidationTypes, getMetadataStorage } from 'class-validator';

type Test = (value: unknown, request: object) => boolean;

/** The compiled decorators of one property, which the validator would look up for every request. */
export interface MemberRules {
  /** The member must be present. */
  isRequired: boolean;
  /** The value is valid. An absent or null value is valid if the property is optional. */
  isValid: Test;
}

/** The rules of several properties. */
export class ClassRules<Dto extends object> {
  private readonly rules: readonly (MemberRules & { name: keyof Dto })[];

  constructor(dto: new () => Dto, names: readonly (string & keyof Dto)[]) {
    this.rules = names.map((name) => ({ name, ...compileRules(dto, name) }));
  }

  isValid(request: Dto): boolean {
    return this.rules.every(({ name, isValid }) => isValid(request[name], request));
  }
}

type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** The properties that have rules. */
export function listProperties(dto: new () => object): string[] {
  const metadata = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  return [...new Set(metadata.map(({ propertyName }) => propertyName))];
}

export function compileRules(dto: new () => object, property: string): MemberRules {
  const own = getMetadataStorage()
    .getTargetValidationMetadatas(dto, '', false, false)
    .filter(({ propertyName }) => propertyName === property);
  const conditions = own.filter(isCondition).map(compileCondition);
  const tests = own.filter((metadata) => !isCondition(metadata)).flatMap(compileTests);
  return {
    isRequired: conditions.length === 0,
    isValid: (value, request) => {
      for (const applies of conditions) if (!applies(value, request)) return true;
      for (const test of tests) if (!test(value, request)) return false;
      return true;
    },
  };
}

const CONDITION: string = ValidationTypes.CONDITIONAL_VALIDATION;

function isCondition({ type }: { type: string }): boolean {
  return type === CONDITION;
}

function compileCondition({ constraints }: Metadata): Test {
  const applies = constraints[0] as (request: object, value: unknown) => boolean;
  return (value, request) => applies(request, value);
}

function compileTests(metadata: Metadata): Test[] {
  const { constraints, each, propertyName: property, target } = metadata;
  const targetName = typeof target === 'string' ? target : target.name;
  return getMetadataStorage()
    .getTargetValidatorConstraints(metadata.constraintCls)
    .map(({ instance }): Test => {
      const test: Test = (value, object) =>
        instance.validate(value, { value, object, constraints, property, targetName }) === true;
      return each ? (value, object) => Array.isArray(value) && value.every((one) => test(one, object)) : test;
    });
}
