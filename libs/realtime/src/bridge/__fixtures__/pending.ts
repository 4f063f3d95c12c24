/** A promise that the test keeps. */
export class Pending {
  readonly promise: Promise<void>;
  private settle: () => void = () => undefined;

  constructor() {
    this.promise = new Promise((resolve) => {
      this.settle = resolve;
    });
  }

  resolve(): void {
    this.settle();
  }
}
