// The script and the style of the page. Sources have none: whoever bundles them, or tests them, puts it here (scripts/page.mjs).

export interface PageFiles {
  readonly script: string;
  readonly style: string;
}

export const PAGE: PageFiles | null = null;
