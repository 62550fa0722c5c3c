// Where the engine deliberately differs from the observed behaviour, each with its safety reason.
// Each entry is explained in docs/divergences.md; a test holds the two together.

export interface Divergence {
  /** `<group>/<id>` of the vector that fails because of it. */
  readonly vector: string;
  readonly reason: string;
}

export const DIVERGENCES: readonly Divergence[] = [];
