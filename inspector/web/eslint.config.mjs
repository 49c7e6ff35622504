// Rules for the page's code that types cannot check: hooks are called in one order, and no promise
// is left to itself.
import typescript from "@typescript-eslint/eslint-plugin";
import parser from "@typescript-eslint/parser";
import hooks from "eslint-plugin-react-hooks";

export default [
  {
    files: ["src/**/*.ts", "src/**/*.tsx", "test/**/*.ts"],
    languageOptions: { parser, parserOptions: { project: "./tsconfig.json" } },
    plugins: { "@typescript-eslint": typescript, "react-hooks": hooks },
    rules: {
      "react-hooks/rules-of-hooks": "error",
      "@typescript-eslint/no-floating-promises": [
        "error",
        { allowForKnownSafeCalls: [{ from: "package", package: "node:test", name: "test" }] },
      ],
      "@typescript-eslint/no-misused-promises": "error",
    },
  },
];
