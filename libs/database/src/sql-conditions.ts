/** An SQL condition with numbered parameters. */
export class SqlConditions {
  readonly parameters: unknown[] = [];
  private readonly conditions: string[] = ['TRUE'];

  get sql(): string {
    return this.conditions.join(' AND ');
  }

  /** Each `?` is replaced by the parameter of the next value. */
  add(condition: string, ...values: unknown[]): void {
    const rest = values.values();
    this.conditions.push(condition.replaceAll('?', () => this.parameter(rest.next().value)));
  }

  parameter(value: unknown): string {
    this.parameters.push(value);
    return `$${this.parameters.length}`;
  }
}
