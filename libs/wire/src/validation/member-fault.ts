import { ValidationTypes, type ValidationError, getMetadataStorage, validateSync } from 'class-validator';
import { type ErrorKind, GatewayError } from '#canonical';

const TYPE_CONSTRAINTS = new Set([
  'isString',
  'isBoolean',
  'isInt',
  'isNumber',
  'isObject',
  'isArray',
  'isStopSequences',
  'isPrompt',
  'isJsonKind',
]);

/** The first fault of a DTO that was filled by plain assignment: transforming it would cost more than forwarding. */
export function findMemberFault(request: object): ValidationError | undefined {
  if (getRules(request.constructor).every((rules) => isKept(rules, request))) return undefined;
  const [fault] = validateSync(request, { validationError: { target: false, value: false } });
  return fault;
}

type Test = (value: unknown, request: object) => boolean;

/** What the decorators of one property say. */
interface PropertyRules {
  property: string;
  /** Where one of these says no, the property is not looked at. */
  conditions: readonly Test[];
  tests: readonly Test[];
}

const rulesByClass = new WeakMap<object, readonly PropertyRules[]>();

/** The validator looks all of this up for every request, and builds what it would say; nearly all requests are right. */
function getRules(dto: object): readonly PropertyRules[] {
  let rules = rulesByClass.get(dto);
  if (rules === undefined) {
    rules = compileRules(dto as new () => object);
    rulesByClass.set(dto, rules);
  }
  return rules;
}

function isKept({ property, conditions, tests }: PropertyRules, request: object): boolean {
  const value = (request as Record<string, unknown>)[property];
  if (!conditions.every((test) => test(value, request))) return true;
  return tests.every((test) => test(value, request));
}

function compileRules(dto: new () => object): PropertyRules[] {
  const storage = getMetadataStorage();
  const all = storage.getTargetValidationMetadatas(dto, '', false, false);
  const properties = [...new Set(all.map(({ propertyName }) => propertyName))];
  return properties.map((property) => {
    const own = all.filter(({ propertyName }) => propertyName === property);
    return {
      property,
      conditions: own.filter(isCondition).map(
        ({ constraints }): Test =>
          (value, request) =>
            (constraints[0] as (request: object, value: unknown) => boolean)(request, value),
      ),
      tests: own.filter((metadata) => !isCondition(metadata)).flatMap(compileTests),
    };
  });
}

const CONDITION: string = ValidationTypes.CONDITIONAL_VALIDATION;

function isCondition({ type }: { type: string }): boolean {
  return type === CONDITION;
}

type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

function compileTests(metadata: Metadata): Test[] {
  const { constraints, each, propertyName: property, target } = metadata;
  return getMetadataStorage()
    .getTargetValidatorConstraints(metadata.constraintCls)
    .map(({ instance }): Test => {
      const targetName = typeof target === 'string' ? target : target.name;
      const test: Test = (value, object) =>
        instance.validate(value, { value, object, constraints, property, targetName }) === true;
      return each ? (value, object) => Array.isArray(value) && value.every((one) => test(one, object)) : test;
    });
}

export function memberError({ property: param, constraints = {} }: ValidationError): GatewayError {
  if ('isDefined' in constraints) {
    return new GatewayError('missing-parameter', `"${param}" is required.`, { param });
  }
  const { kind, explanation } = gravestFault(constraints);
  return new GatewayError(kind, `"${param}" ${withoutSubject(explanation, param)}.`, { param });
}

/** What is wrong with a member, without its name in front. */
export function withoutSubject(explanation: string, subject: string): string {
  const opening = `${subject} `;
  return explanation.startsWith(opening) ? explanation.slice(opening.length) : explanation;
}

/** A value of the wrong type breaks every other rule too; the type is what its sender has to know. */
function gravestFault(constraints: Record<string, string>): { kind: ErrorKind; explanation: string } {
  const faults = Object.entries(constraints);
  const ofType = faults.find(([constraint]) => TYPE_CONSTRAINTS.has(constraint));
  if (ofType) return { kind: 'invalid-type', explanation: ofType[1] };
  return { kind: 'invalid-value', explanation: faults[0]?.[1] ?? 'is not valid' };
}
