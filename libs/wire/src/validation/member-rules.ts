import { ValidationTypes, getMetadataStorage } from 'class-validator';

type Test = (value: unknown, request: object) => boolean;

/** What the decorators of one property of a class say, compiled: the validator would look it up for every request. */
export interface MemberRules {
  /** Whether it has to be there. */
  isRequired: boolean;
  /** Whether a value is right. What is absent or null is right where the property is optional. */
  isKept: Test;
}

/** The rules of several properties together. */
export class ClassRules<Dto extends object> {
  private readonly rules: readonly (MemberRules & { name: keyof Dto })[];

  constructor(dto: new () => Dto, names: readonly (string & keyof Dto)[]) {
    this.rules = names.map((name) => ({ name, ...compileRules(dto, name) }));
  }

  isKept(request: Dto): boolean {
    return this.rules.every(({ name, isKept }) => isKept(request[name], request));
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
    isKept: (value, request) => {
      for (const isDue of conditions) if (!isDue(value, request)) return true;
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
  const isDue = constraints[0] as (request: object, value: unknown) => boolean;
  return (value, request) => isDue(request, value);
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
