// Things by their names, of which there may be thousands.

/** Whoever asks for one after the other, in the order in which they stand here, as every load does, waits for no look-up. */
export class Listed<T> {
  readonly #names: string[];
  readonly #things: (T | undefined)[];
  /** Where a name stands; made when somebody asks in another order. */
  #places: Map<string, number> | null = null;
  #next = 0;

  /** Of each name one thing, in the same place. */
  constructor(names: string[] = [], things: (T | undefined)[] = []) {
    this.#names = names;
    this.#things = things;
  }

  /** The same, for who changes it. */
  copy(): Listed<T> {
    return new Listed<T>([...this.#names], [...this.#things]);
  }

  get size(): number {
    return this.#names.length;
  }

  /** `undefined`: it was taken out. */
  get things(): readonly (T | undefined)[] {
    return this.#things;
  }

  /** What stands so far behind where the next one is expected to be asked for; `undefined`: nothing. */
  ahead(far: number): T | undefined {
    return this.#things[this.#next + far];
  }

  /** The one that stands so far behind it was what somebody asked for. */
  step(far = 0): void {
    const next = this.#next + far + 1;
    this.#next = next >= this.#names.length ? 0 : next;
  }

  get(name: string): T | undefined {
    const at = this.#names[this.#next] === name ? this.#next : this.#placeOf(name);
    if (at === undefined) return undefined;
    this.#next = at;
    this.step();
    return this.#things[at];
  }

  set(name: string, thing: T): void {
    const at = this.#placeOf(name) ?? this.#names.push(name) - 1;
    this.#places?.set(name, at);
    this.#things[at] = thing;
  }

  delete(name: string): void {
    const at = this.#placeOf(name);
    if (at !== undefined) this.#things[at] = undefined;
  }

  *entries(): Generator<readonly [string, T]> {
    for (const [at, name] of this.#names.entries()) {
      const thing = this.#things[at];
      if (thing !== undefined) yield [name, thing];
    }
  }

  #placeOf(name: string): number | undefined {
    this.#places ??= new Map(this.#names.map((one, at) => [one, at]));
    return this.#places.get(name);
  }
}
