// Reads requests from standard input, one JSON object a line, and answers each with a line: what llama.cpp makes of a GGUF
// file. Request: {model, lora?, prompts: [[token]], tokens, texts: [text]}.
// Answer: {generated: [[token]], logits: [[logit of every token, after each prompt]], tokenized: [[token]]}.
import {createInterface} from "node:readline";
import {createRequire} from "node:module";
import {pathToFileURL} from "node:url";

const require = createRequire(process.argv[2] + "/");
const {getLlama, LlamaLogLevel} = await import(pathToFileURL(require.resolve("node-llama-cpp")).href);
const llama = await getLlama({gpu: false, build: "never", logLevel: LlamaLogLevel.error, maxThreads: 1});

async function answer({model: path, lora, prompts, tokens, texts}) {
    const model = await llama.loadModel({modelPath: path, gpuLayers: 0, useMmap: true});
    const generated = [], logits = [];
    for (const prompt of prompts) {
        const context = await model.createContext({
            contextSize: 256, batchSize: 256, sequences: 1, flashAttention: false, threads: 1, lora,
            experimentalKvCacheKeyType: "F32", experimentalKvCacheValueType: "F32"
        });
        const sequence = context.getSequence();
        const last = prompt.length - 1;
        const input = [...prompt.slice(0, last), [prompt[last], {generateNext: {logits: true, token: true, options: {temperature: 0}}}]];
        const after = (await sequence.controlledEvaluate(input))[last].next;
        const all = new Array(after.logits.size);
        for (const [token, logit] of after.logits) all[token] = logit;
        logits.push(all);
        const out = [];
        let next = after.token;
        while (out.length < tokens) {
            out.push(next);
            next = (await sequence.controlledEvaluate(
                [[next, {generateNext: {token: true, options: {temperature: 0}}}]]))[0].next.token;
        }
        generated.push(out);
        await context.dispose();
    }
    const tokenized = texts.map((text) => model.tokenize(text, false));
    await model.dispose();
    return {generated, logits, tokenized};
}

for await (const line of createInterface({input: process.stdin})) {
    let result;
    try {
        result = await answer(JSON.parse(line));
    } catch (error) {
        result = {error: String(error?.stack ?? error)};
    }
    process.stdout.write(JSON.stringify(result) + "\n");
}
process.exit(0);
