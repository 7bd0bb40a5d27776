// The input and the output of each operation. Written by `python -m tests.javascript_types`; write none by hand.
//
// The types are those that the APIs publish, as the suite reads them. What a server takes beside them has no type here.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type ChatAnswer = ChatResponses.ChatCompletionMessage;

export type ResponsesItem = Exclude<NonNullable<ResponsesRequest['input']>, string>[number];

export type ParsedCall = {
  id: string;
  type: "function";
  name: string;
  arguments?: { [key: string]: unknown } | null;
  arguments_raw?: string;
  index?: number | null;
};

export type WithTools<Request, Tools> = Request extends unknown ? Omit<Request, 'tools'> & { tools?: Tools } : never;

export type ToolFunction = {
  name: string;
  description?: string;
  parameters?: { [key: string]: unknown };
  strict?: boolean;
};

export type RegistryTool = {
  type: "function";
  function: {
    name: string;
    description?: string;
    parameters?: { [key: string]: unknown };
    strict?: boolean;
  };
} | {
  type: "local_shell";
} | {
  type: "web_search";
} | {
  type: "custom";
  custom: {
    name: string;
    description?: string;
    format?: {
      type: "text";
    } | {
      type: "grammar";
      grammar: {
        syntax: "lark" | "regex";
        definition: string;
      };
    } | {
      type: "grammar";
      syntax: "lark" | "regex";
      definition: string;
    };
  };
};

export type AnthropicExchange = { response: AnthropicResponse; request?: ResponsesRequest };

export type AnthropicRequest = AnthropicRequests.Root;

export type AnthropicResponse = AnthropicResponses.Root;

export type AnthropicStream = AnthropicEvents.Root[];

export type AnthropicStreamExchange = { events: AnthropicStream; request?: ResponsesRequest };

export type AnthropicToolResult = AnthropicRequests.ToolResultBlockParam;

export type AnthropicTools = NonNullable<AnthropicRequest['tools']>;

export type ChatExchange = { response: ChatResponse; request?: ResponsesRequest };

export type ChatMessage = Partial<ChatAnswer> & Pick<ChatAnswer, 'role' | 'content'>;

export type ChatMessages = ChatRequest['messages'];

export type ChatRequest = ChatRequests.Root;

export type ChatResponse = ChatResponses.Root;

export type ChatStream = (ChatChunks.Root | { error: unknown })[];

export type ChatStreamExchange = { chunks: ChatStream; request?: ResponsesRequest };

export type ChatTool = ChatTools[number] | null;

export type ChatTools = NonNullable<ChatRequest['tools']>;

export type Conversation = { answer: string; calls: { id: string; name: string; arguments: Json }[] };

export type FunctionCallOutput = ResponsesRequests.FunctionCallOutput;

export type GeminiExchange = { response: GeminiResponse; request?: ResponsesRequest };

export type GeminiFunctionResponse = GeminiRequests.Part;

export type GeminiRequest = GeminiRequests.Root & { model?: string; stream?: boolean };

export type GeminiResponse = GeminiResponses.Root;

export type GeminiStream = GeminiResponses.Root[];

export type GeminiStreamExchange = { events: GeminiStream; request?: ResponsesRequest };

export type GeminiTools = NonNullable<GeminiRequest['tools']>;

export type McpNamedResult = { result: McpResultParts.Root; name: string; tool_call_id?: string };

export type McpResult = { result: McpResultParts.Root; tool_call_id: string };

export type McpTool = McpToolParts.Root;

export type McpTools = McpTool[];

export type ProviderTool = ResponsesTools[number] | ChatTool | AnthropicTools[number] | GoogleTools.Root;

export type RegistryRequest = WithTools<ChatRequest, RegistryTool[] | null>;

export type RegistryTools = RegistryTool[];

export type ResponsesInput = ResponsesItem[] | { input: ResponsesItem[] | string; instructions?: string | null };

export type ResponsesOutput = ResponsesResponse['output'] | ResponsesResponse;

export type ResponsesRequest = ResponsesRequests.Root;

export type ResponsesResponse = ResponsesResponses.Root;

export type ResponsesStream = ResponsesEvents.Root[];

export type ResponsesTools = NonNullable<ResponsesRequest['tools']>;

export type ToolCalls = {
  content: string;
  tool_calls?: ParsedCall[] | null;
  finish_reason: string | null;
  usage?: unknown;
  /** Of a stream: whether it came to its end. */
  done?: boolean;
};

export type ToolDefinition = { provider: "openai-responses" | "openai-chat" | "gwdg" | "anthropic" | "google"; definition: ToolFunction };

export type ToolLoop = {
  /** Ends in /v1. */
  base_url: string;
  api: "responses" | "chat" | "anthropic";
  model: string;
  messages: ChatMessages;
  tools: ToolFunction[];
  /** By name of a tool: its value, or an object with the text with which it fails. */
  results: { [tool: string]: Json };
  max_rounds: number;
};

export type ToolMessage = ChatRequests.ChatCompletionToolMessageParam;

/** The input and the output of each operation. */
export interface Operations {
  /** An Anthropic request as a Chat Completions request. */
  "anthropic-request-to-chat-request": { input: AnthropicRequest; output: ChatRequest };
  /** An Anthropic request as a Gemini request. */
  "anthropic-request-to-gemini-request": { input: AnthropicRequest; output: GeminiRequest };
  /** An Anthropic request as a Responses request. */
  "anthropic-request-to-responses-request": { input: AnthropicRequest; output: ResponsesRequest };
  /** An Anthropic message as a Chat Completions response. */
  "anthropic-response-to-chat-response": { input: AnthropicResponse; output: ChatResponse };
  /** An Anthropic message as a Gemini response. */
  "anthropic-response-to-gemini-response": { input: AnthropicResponse; output: GeminiResponse };
  /** An Anthropic message as a Responses API response. */
  "anthropic-response-to-responses-response": { input: AnthropicExchange; output: ResponsesResponse };
  /** An Anthropic message becomes text and tool calls. */
  "anthropic-response-to-tool-calls": { input: AnthropicResponse; output: ToolCalls };
  /** An Anthropic stream as a Chat Completions stream. */
  "anthropic-stream-to-chat-stream": { input: AnthropicStream; output: ChatStream };
  /** An Anthropic stream as a Gemini stream. */
  "anthropic-stream-to-gemini-stream": { input: AnthropicStream; output: GeminiStream };
  /** An Anthropic stream as a Responses API stream. */
  "anthropic-stream-to-responses-stream": { input: AnthropicStreamExchange; output: ResponsesStream };
  /** An Anthropic stream becomes text and tool calls. */
  "anthropic-stream-to-tool-calls": { input: AnthropicStream; output: ToolCalls };
  /** Chat Completions messages to Responses API input. */
  "chat-messages-to-responses-input": { input: ChatMessages; output: ResponsesInput };
  /** A Chat Completions request as an Anthropic request. */
  "chat-request-to-anthropic-request": { input: ChatRequest; output: AnthropicRequest };
  /** A Chat Completions request as a Gemini request. */
  "chat-request-to-gemini-request": { input: ChatRequest; output: GeminiRequest };
  /** A Chat Completions request to a Responses API request. */
  "chat-request-to-responses-request": { input: ChatRequest; output: ResponsesRequest };
  /** A Chat Completions response as an Anthropic message. */
  "chat-response-to-anthropic-response": { input: ChatResponse; output: AnthropicResponse };
  /** A Chat Completions response as a Gemini response. */
  "chat-response-to-gemini-response": { input: ChatResponse; output: GeminiResponse };
  /** A Chat Completions response as a Responses API response. */
  "chat-response-to-responses-response": { input: ChatExchange; output: ResponsesResponse };
  /** A Chat Completions response becomes text and tool calls. */
  "chat-response-to-tool-calls": { input: ChatResponse; output: ToolCalls };
  /** A Chat Completions stream as an Anthropic stream. */
  "chat-stream-to-anthropic-stream": { input: ChatStream; output: AnthropicStream };
  /** A Chat Completions stream as a Gemini stream. */
  "chat-stream-to-gemini-stream": { input: ChatStream; output: GeminiStream };
  /** A Chat Completions stream as a Responses API stream. */
  "chat-stream-to-responses-stream": { input: ChatStreamExchange; output: ResponsesStream };
  /** A Chat Completions stream becomes text and tool calls. */
  "chat-stream-to-tool-calls": { input: ChatStream; output: ToolCalls };
  /** Nested Chat Completions tools to flat Responses API tools. */
  "chat-tools-to-responses-tools": { input: ChatTools; output: ResponsesTools };
  /** A Gemini request as an Anthropic request. */
  "gemini-request-to-anthropic-request": { input: GeminiRequest; output: AnthropicRequest };
  /** A Gemini request as a Chat Completions request. */
  "gemini-request-to-chat-request": { input: GeminiRequest; output: ChatRequest };
  /** A Gemini request as a Responses request. */
  "gemini-request-to-responses-request": { input: GeminiRequest; output: ResponsesRequest };
  /** A Gemini response as an Anthropic message. */
  "gemini-response-to-anthropic-response": { input: GeminiResponse; output: AnthropicResponse };
  /** A Gemini response as a Chat Completions response. */
  "gemini-response-to-chat-response": { input: GeminiResponse; output: ChatResponse };
  /** A Gemini response as a Responses API response. */
  "gemini-response-to-responses-response": { input: GeminiExchange; output: ResponsesResponse };
  /** A Gemini response becomes text and tool calls. */
  "gemini-response-to-tool-calls": { input: GeminiResponse; output: ToolCalls };
  /** A Gemini stream as an Anthropic stream. */
  "gemini-stream-to-anthropic-stream": { input: GeminiStream; output: AnthropicStream };
  /** A Gemini stream as a Chat Completions stream. */
  "gemini-stream-to-chat-stream": { input: GeminiStream; output: ChatStream };
  /** A Gemini stream as a Responses API stream. */
  "gemini-stream-to-responses-stream": { input: GeminiStreamExchange; output: ResponsesStream };
  /** A Gemini stream becomes text and tool calls. */
  "gemini-stream-to-tool-calls": { input: GeminiStream; output: ToolCalls };
  /** The result of an MCP tool call as an Anthropic tool_result. */
  "mcp-result-to-anthropic-tool-result": { input: McpResult; output: AnthropicToolResult };
  /** The result of an MCP tool call as a Responses function_call_output. */
  "mcp-result-to-function-call-output": { input: McpResult; output: FunctionCallOutput };
  /** The result of an MCP tool call as a Gemini functionResponse. */
  "mcp-result-to-gemini-function-response": { input: McpNamedResult; output: GeminiFunctionResponse };
  /** The result of an MCP tool call as a Chat Completions tool message. */
  "mcp-result-to-tool-message": { input: McpResult; output: ToolMessage };
  /** An MCP tool becomes a Chat Completions tool. */
  "mcp-tool-to-chat-tool": { input: McpTool; output: ChatTool };
  /** MCP tools become Anthropic tools. */
  "mcp-tools-to-anthropic-tools": { input: McpTools; output: AnthropicTools };
  /** MCP tools become Chat Completions tools. */
  "mcp-tools-to-chat-tools": { input: McpTools; output: ChatTools };
  /** MCP tools become Gemini tools. */
  "mcp-tools-to-gemini-tools": { input: McpTools; output: GeminiTools };
  /** MCP tools become Responses API tools. */
  "mcp-tools-to-responses-tools": { input: McpTools; output: ResponsesTools };
  /** A request with a registry's tools becomes a Chat Completions request. */
  "registry-request-to-chat-request": { input: RegistryRequest; output: ChatRequest };
  /** A registry's tools become Chat Completions tools. */
  "registry-tools-to-chat-tools": { input: RegistryTools; output: ChatTools };
  /** Responses API input items to Chat Completions messages. */
  "responses-input-to-chat-messages": { input: ResponsesInput; output: ChatMessages };
  /** The output of a Responses model as one Chat Completions assistant message. */
  "responses-output-to-chat-message": { input: ResponsesOutput; output: ChatMessage };
  /** A Responses API response becomes text and tool calls. */
  "responses-output-to-tool-calls": { input: ResponsesResponse; output: ToolCalls };
  /** A Responses request as an Anthropic request. */
  "responses-request-to-anthropic-request": { input: ResponsesRequest; output: AnthropicRequest };
  /** A Responses API request to a Chat Completions request. */
  "responses-request-to-chat-request": { input: ResponsesRequest; output: ChatRequest };
  /** A Responses request as a Gemini request. */
  "responses-request-to-gemini-request": { input: ResponsesRequest; output: GeminiRequest };
  /** A Responses API response as an Anthropic message. */
  "responses-response-to-anthropic-response": { input: ResponsesResponse; output: AnthropicResponse };
  /** A Responses API response as one Chat Completions response. */
  "responses-response-to-chat-response": { input: ResponsesResponse; output: ChatResponse };
  /** A Responses API response as a Gemini response. */
  "responses-response-to-gemini-response": { input: ResponsesResponse; output: GeminiResponse };
  /** A Responses API stream as an Anthropic stream. */
  "responses-stream-to-anthropic-stream": { input: ResponsesStream; output: AnthropicStream };
  /** A Responses API stream as a Chat Completions stream. */
  "responses-stream-to-chat-stream": { input: ResponsesStream; output: ChatStream };
  /** A Responses API stream as a Gemini stream. */
  "responses-stream-to-gemini-stream": { input: ResponsesStream; output: GeminiStream };
  /** A Responses API stream becomes text and tool calls. */
  "responses-stream-to-tool-calls": { input: ResponsesStream; output: ToolCalls };
  /** Flat Responses API tools to nested Chat Completions tools. */
  "responses-tools-to-chat-tools": { input: ResponsesTools; output: ChatTools };
  /** A tool definition becomes the tool of one provider's API. */
  "tool-definition-to-provider-tool": { input: ToolDefinition; output: ProviderTool };
  /** A conversation with tools runs to its answer. */
  "tool-loop": { input: ToolLoop; output: Conversation };
}

export declare namespace AnthropicRequests {
  type AssistantMessageParam = {
    content: string | Array<TextBlockParam | ImageBlockParam | DocumentBlockParam | SearchResultBlockParam | ThinkingBlockParam | RedactedThinkingBlockParam | ToolUseBlockParam | ToolResultBlockParam | ServerToolUseBlockParam | WebSearchToolResultBlockParam | WebFetchToolResultBlockParam | CodeExecutionToolResultBlockParam | BashCodeExecutionToolResultBlockParam | TextEditorCodeExecutionToolResultBlockParam | ToolSearchToolResultBlockParam | ContainerUploadBlockParam | TextBlock | ThinkingBlock | RedactedThinkingBlock | ToolUseBlock | ServerToolUseBlock | WebSearchToolResultBlock | WebFetchToolResultBlock | CodeExecutionToolResultBlock | BashCodeExecutionToolResultBlock | TextEditorCodeExecutionToolResultBlock | ToolSearchToolResultBlock | ContainerUploadBlock>;
    role: "assistant";
  };
  type Base64ImageSourceParam = {
    data: string;
    media_type: "image/jpeg" | "image/png" | "image/gif" | "image/webp";
    type: "base64";
  };
  type Base64PDFSource = {
    data: string;
    media_type: "application/pdf";
    type: "base64";
  };
  type Base64PDFSourceParam = {
    data: string;
    media_type: "application/pdf";
    type: "base64";
  };
  type BashCodeExecutionOutputBlock = {
    file_id: string;
    type: "bash_code_execution_output";
  };
  type BashCodeExecutionOutputBlockParam = {
    file_id: string;
    type: "bash_code_execution_output";
  };
  type BashCodeExecutionResultBlock = {
    content: Array<BashCodeExecutionOutputBlock>;
    return_code: number;
    stderr: string;
    stdout: string;
    type: "bash_code_execution_result";
  };
  type BashCodeExecutionResultBlockParam = {
    content: Array<BashCodeExecutionOutputBlockParam>;
    return_code: number;
    stderr: string;
    stdout: string;
    type: "bash_code_execution_result";
  };
  type BashCodeExecutionToolResultBlock = {
    content: BashCodeExecutionToolResultErrorObject | BashCodeExecutionResultBlock;
    tool_use_id: string;
    type: "bash_code_execution_tool_result";
  };
  type BashCodeExecutionToolResultBlockParam = {
    content: BashCodeExecutionToolResultErrorParam | BashCodeExecutionResultBlockParam;
    tool_use_id: string;
    type: "bash_code_execution_tool_result";
    cache_control?: CacheControlEphemeralParam | null;
  };
  type BashCodeExecutionToolResultErrorObject = {
    error_code: "invalid_tool_input" | "unavailable" | "too_many_requests" | "execution_time_exceeded" | "output_file_too_large";
    type: "bash_code_execution_tool_result_error";
  };
  type BashCodeExecutionToolResultErrorParam = {
    error_code: "invalid_tool_input" | "unavailable" | "too_many_requests" | "execution_time_exceeded" | "output_file_too_large";
    type: "bash_code_execution_tool_result_error";
  };
  type BrowserCloseTabConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserDoubleClickConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserFileUploadConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserFindConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserFormInputConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserGetPageTextConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserHoldKeyConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserHoverConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserJavascriptExecConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserKeyConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserLeftClickConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserLeftClickDragConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserLeftMouseDownConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserLeftMouseUpConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserListTabsConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserMiddleClickConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserMouseMoveConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserNavigateConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserNewTabConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserReadConsoleConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserReadNetworkConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserReadPageConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserRightClickConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserScreenshotConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserScrollConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserScrollToConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserStateBlockParam = {
    tabs: Array<BrowserStateTabEntryParam>;
    type: "browser_state";
    cache_control?: CacheControlEphemeralParam | null;
    state_changes?: Array<BrowserStateChangeTabOpenedParam | BrowserStateChangeDownloadStartedParam | BrowserStateChangeDownloadCompletedParam | BrowserStateChangeDownloadFailedParam> | null;
  };
  type BrowserStateChangeDownloadCompletedParam = {
    download_id: string;
    type: "download_completed";
    url: string;
    path?: string | null;
    size_bytes?: number | null;
  };
  type BrowserStateChangeDownloadFailedParam = {
    download_id: string;
    type: "download_failed";
    url: string;
    error?: string | null;
  };
  type BrowserStateChangeDownloadStartedParam = {
    download_id: string;
    type: "download_started";
    url: string;
  };
  type BrowserStateChangeTabOpenedParam = {
    tab_id: string;
    type: "tab_opened";
  };
  type BrowserStateTabEntryParam = {
    tab_id: string;
    title: string;
    url: string;
    active?: boolean;
  };
  type BrowserSwitchTabConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserToolset20260801Param = {
    type: "browser_toolset_20260801";
    cache_control?: CacheControlEphemeralParam | null;
    configs?: BrowserToolsetConfigsParam | null;
  };
  type BrowserToolsetConfigsParam = {
    close_tab?: BrowserCloseTabConfigParam | null;
    double_click?: BrowserDoubleClickConfigParam | null;
    file_upload?: BrowserFileUploadConfigParam | null;
    find?: BrowserFindConfigParam | null;
    form_input?: BrowserFormInputConfigParam | null;
    get_page_text?: BrowserGetPageTextConfigParam | null;
    hold_key?: BrowserHoldKeyConfigParam | null;
    hover?: BrowserHoverConfigParam | null;
    javascript_exec?: BrowserJavascriptExecConfigParam | null;
    key?: BrowserKeyConfigParam | null;
    left_click?: BrowserLeftClickConfigParam | null;
    left_click_drag?: BrowserLeftClickDragConfigParam | null;
    left_mouse_down?: BrowserLeftMouseDownConfigParam | null;
    left_mouse_up?: BrowserLeftMouseUpConfigParam | null;
    list_tabs?: BrowserListTabsConfigParam | null;
    middle_click?: BrowserMiddleClickConfigParam | null;
    mouse_move?: BrowserMouseMoveConfigParam | null;
    navigate?: BrowserNavigateConfigParam | null;
    new_tab?: BrowserNewTabConfigParam | null;
    read_console?: BrowserReadConsoleConfigParam | null;
    read_network?: BrowserReadNetworkConfigParam | null;
    read_page?: BrowserReadPageConfigParam | null;
    right_click?: BrowserRightClickConfigParam | null;
    screenshot?: BrowserScreenshotConfigParam | null;
    scroll?: BrowserScrollConfigParam | null;
    scroll_to?: BrowserScrollToConfigParam | null;
    switch_tab?: BrowserSwitchTabConfigParam | null;
    triple_click?: BrowserTripleClickConfigParam | null;
    type?: BrowserTypeConfigParam | null;
    wait?: BrowserWaitConfigParam | null;
    zoom?: BrowserZoomConfigParam | null;
  };
  type BrowserTripleClickConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserTypeConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserWaitConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type BrowserZoomConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type CacheControlEphemeralParam = {
    type: "ephemeral";
    ttl?: "5m" | "1h";
  };
  type CitationCharLocation = {
    cited_text: string;
    document_index: number;
    document_title?: string | null;
    end_char_index: number;
    file_id?: string | null;
    start_char_index: number;
    type: "char_location";
  };
  type CitationCharLocationParam = {
    cited_text: string;
    document_index: number;
    document_title: string | null;
    end_char_index: number;
    start_char_index: number;
    type: "char_location";
  };
  type CitationContentBlockLocation = {
    cited_text: string;
    document_index: number;
    document_title?: string | null;
    end_block_index: number;
    file_id?: string | null;
    start_block_index: number;
    type: "content_block_location";
  };
  type CitationContentBlockLocationParam = {
    cited_text: string;
    document_index: number;
    document_title: string | null;
    end_block_index: number;
    start_block_index: number;
    type: "content_block_location";
  };
  type CitationPageLocation = {
    cited_text: string;
    document_index: number;
    document_title?: string | null;
    end_page_number: number;
    file_id?: string | null;
    start_page_number: number;
    type: "page_location";
  };
  type CitationPageLocationParam = {
    cited_text: string;
    document_index: number;
    document_title: string | null;
    end_page_number: number;
    start_page_number: number;
    type: "page_location";
  };
  type CitationSearchResultLocationParam = {
    cited_text: string;
    end_block_index: number;
    search_result_index: number;
    source: string;
    start_block_index: number;
    title: string | null;
    type: "search_result_location";
  };
  type CitationWebSearchResultLocationParam = {
    cited_text: string;
    encrypted_index: string;
    title: string | null;
    type: "web_search_result_location";
    url: string;
  };
  type CitationsConfig = {
    enabled: boolean;
  };
  type CitationsConfigParam = {
    enabled?: boolean;
  };
  type CitationsSearchResultLocation = {
    cited_text: string;
    end_block_index: number;
    search_result_index: number;
    source: string;
    start_block_index: number;
    title?: string | null;
    type: "search_result_location";
  };
  type CitationsWebSearchResultLocation = {
    cited_text: string;
    encrypted_index: string;
    title?: string | null;
    type: "web_search_result_location";
    url: string;
  };
  type CodeExecutionOutputBlock = {
    file_id: string;
    type: "code_execution_output";
  };
  type CodeExecutionOutputBlockParam = {
    file_id: string;
    type: "code_execution_output";
  };
  type CodeExecutionResultBlock = {
    content: Array<CodeExecutionOutputBlock>;
    return_code: number;
    stderr: string;
    stdout: string;
    type: "code_execution_result";
  };
  type CodeExecutionResultBlockParam = {
    content: Array<CodeExecutionOutputBlockParam>;
    return_code: number;
    stderr: string;
    stdout: string;
    type: "code_execution_result";
  };
  type CodeExecutionTool20250522Param = {
    name: "code_execution";
    type: "code_execution_20250522";
    allowed_callers?: Array<"direct" | "code_execution_20250825" | "code_execution_20260120" | "code_execution_20260521">;
    cache_control?: CacheControlEphemeralParam | null;
    defer_loading?: boolean;
    strict?: boolean;
  };
  type CodeExecutionTool20250825Param = {
    name: "code_execution";
    type: "code_execution_20250825";
    allowed_callers?: Array<"direct" | "code_execution_20250825" | "code_execution_20260120" | "code_execution_20260521">;
    cache_control?: CacheControlEphemeralParam | null;
    defer_loading?: boolean;
    strict?: boolean;
  };
  type CodeExecutionTool20260120Param = {
    name: "code_execution";
    type: "code_execution_20260120";
    allowed_callers?: Array<"direct" | "code_execution_20250825" | "code_execution_20260120" | "code_execution_20260521">;
    cache_control?: CacheControlEphemeralParam | null;
    defer_loading?: boolean;
    strict?: boolean;
  };
  type CodeExecutionTool20260521Param = {
    name: "code_execution";
    type: "code_execution_20260521";
    allowed_callers?: Array<"direct" | "code_execution_20250825" | "code_execution_20260120" | "code_execution_20260521">;
    cache_control?: CacheControlEphemeralParam | null;
    defer_loading?: boolean;
    strict?: boolean;
  };
  type CodeExecutionToolResultBlock = {
    content: CodeExecutionToolResultErrorObject | CodeExecutionResultBlock | EncryptedCodeExecutionResultBlock;
    tool_use_id: string;
    type: "code_execution_tool_result";
  };
  type CodeExecutionToolResultBlockParam = {
    content: CodeExecutionToolResultErrorParam | CodeExecutionResultBlockParam | EncryptedCodeExecutionResultBlockParam;
    tool_use_id: string;
    type: "code_execution_tool_result";
    cache_control?: CacheControlEphemeralParam | null;
  };
  type CodeExecutionToolResultErrorObject = {
    error_code: "invalid_tool_input" | "unavailable" | "too_many_requests" | "execution_time_exceeded";
    type: "code_execution_tool_result_error";
  };
  type CodeExecutionToolResultErrorParam = {
    error_code: "invalid_tool_input" | "unavailable" | "too_many_requests" | "execution_time_exceeded";
    type: "code_execution_tool_result_error";
  };
  type ComputerCursorPositionConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type ComputerDoubleClickConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type ComputerHoldKeyConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type ComputerKeyConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type ComputerLeftClickConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type ComputerLeftClickDragConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type ComputerLeftMouseDownConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type ComputerLeftMouseUpConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type ComputerMiddleClickConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type ComputerMouseMoveConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type ComputerRightClickConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type ComputerScreenshotConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type ComputerScrollConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type ComputerToolset20260801Param = {
    type: "computer_toolset_20260801";
    cache_control?: CacheControlEphemeralParam | null;
    configs?: ComputerToolsetConfigsParam | null;
  };
  type ComputerToolsetConfigsParam = {
    cursor_position?: ComputerCursorPositionConfigParam | null;
    double_click?: ComputerDoubleClickConfigParam | null;
    hold_key?: ComputerHoldKeyConfigParam | null;
    key?: ComputerKeyConfigParam | null;
    left_click?: ComputerLeftClickConfigParam | null;
    left_click_drag?: ComputerLeftClickDragConfigParam | null;
    left_mouse_down?: ComputerLeftMouseDownConfigParam | null;
    left_mouse_up?: ComputerLeftMouseUpConfigParam | null;
    middle_click?: ComputerMiddleClickConfigParam | null;
    mouse_move?: ComputerMouseMoveConfigParam | null;
    right_click?: ComputerRightClickConfigParam | null;
    screenshot?: ComputerScreenshotConfigParam | null;
    scroll?: ComputerScrollConfigParam | null;
    triple_click?: ComputerTripleClickConfigParam | null;
    type?: ComputerTypeConfigParam | null;
    wait?: ComputerWaitConfigParam | null;
    zoom?: ComputerZoomConfigParam | null;
  };
  type ComputerTripleClickConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type ComputerTypeConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type ComputerWaitConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type ComputerZoomConfigParam = {
    defer_loading?: boolean | null;
    enabled?: boolean | null;
  };
  type ContainerParams = {
    id?: string | null;
    skills?: Array<SkillParams> | null;
  };
  type ContainerUploadBlock = {
    file_id: string;
    type: "container_upload";
  };
  type ContainerUploadBlockParam = {
    file_id: string;
    type: "container_upload";
    cache_control?: CacheControlEphemeralParam | null;
  };
  type ContentBlockSourceParam = {
    content: string | Array<TextBlockParam | ImageBlockParam>;
    type: "content";
  };
  type DiagnosticsParam = {
    previous_message_id?: string | null;
  };
  type DirectCaller = {
    type: "direct";
  };
  type DirectCallerParam = {
    type: "direct";
  };
  type DocumentBlock = {
    citations?: CitationsConfig | null;
    source: Base64PDFSource | PlainTextSource;
    title?: string | null;
    type: "document";
  };
  type DocumentBlockParam = {
    source: Base64PDFSourceParam | PlainTextSourceParam | ContentBlockSourceParam | URLPDFSourceParam | FileDocumentSourceParam;
    type: "document";
    cache_control?: CacheControlEphemeralParam | null;
    citations?: CitationsConfigParam | null;
    context?: string | null;
    title?: string | null;
  };
  type EncryptedCodeExecutionResultBlock = {
    content: Array<CodeExecutionOutputBlock>;
    encrypted_stdout: string;
    return_code: number;
    stderr: string;
    type: "encrypted_code_execution_result";
  };
  type EncryptedCodeExecutionResultBlockParam = {
    content: Array<CodeExecutionOutputBlockParam>;
    encrypted_stdout: string;
    return_code: number;
    stderr: string;
    type: "encrypted_code_execution_result";
  };
  type FileDocumentSourceParam = {
    file_id: string;
    type: "file";
  };
  type FileImageSourceParam = {
    file_id: string;
    type: "file";
  };
  type ImageBlockParam = {
    source: Base64ImageSourceParam | URLImageSourceParam | FileImageSourceParam;
    type: "image";
    cache_control?: CacheControlEphemeralParam | null;
    transformations?: ImageTransformationsParam | null;
  };
  type ImageTransformationsParam = {
    oversized_image?: "downsize" | "error";
  };
  type InputSchemaTyped = {
    type: "object";
    properties?: { [key: string]: unknown } | null;
    required?: Array<string> | null;
  };
  type JSONOutputFormatParam = {
    schema: { [key: string]: unknown };
    type: "json_schema";
  };
  type MemoryTool20250818Param = {
    name: "memory";
    type: "memory_20250818";
    allowed_callers?: Array<"direct" | "code_execution_20250825" | "code_execution_20260120" | "code_execution_20260521">;
    cache_control?: CacheControlEphemeralParam | null;
    defer_loading?: boolean;
    input_examples?: Array<{ [key: string]: unknown }>;
    strict?: boolean;
  };
  type MessageCreateParamsNonStreaming = {
    max_tokens: number;
    messages: Array<UserMessageParam | AssistantMessageParam | SystemMessageParam>;
    model: "claude-fable-5-2" | "claude-mythos-5-2" | "claude-haiku-5-5" | "claude-sonnet-5-5" | "claude-fable-5-1" | "claude-opus-5-5" | "claude-mythos-5-1" | "claude-sonnet-5" | "claude-fable-5" | "claude-mythos-5" | "claude-opus-5" | "claude-opus-4-8" | "claude-opus-4-7" | "claude-mythos-preview" | "claude-opus-4-6" | "claude-sonnet-4-6" | "claude-haiku-4-5" | "claude-haiku-4-5-20251001" | "claude-opus-4-5" | "claude-opus-4-5-20251101" | "claude-sonnet-4-5" | "claude-sonnet-4-5-20250929" | string;
    cache_control?: CacheControlEphemeralParam | null;
    container?: ContainerParams | string | null;
    diagnostics?: DiagnosticsParam | null;
    inference_geo?: string | null;
    metadata?: MetadataParam;
    output_config?: OutputConfigParam;
    service_tier?: "auto" | "standard_only";
    speed?: "standard" | "fast" | null;
    stop_sequences?: Array<string>;
    system?: string | Array<TextBlockParam>;
    thinking?: ThinkingConfigEnabledParam | ThinkingConfigDisabledParam | ThinkingConfigBetweenToolsParam | ThinkingConfigAdaptiveParam;
    tool_choice?: ToolChoiceAutoParam | ToolChoiceAnyParam | ToolChoiceToolParam | ToolChoiceNoneParam;
    tools?: Array<ToolParam | ToolBash20250124Param | CodeExecutionTool20250522Param | CodeExecutionTool20250825Param | CodeExecutionTool20260120Param | CodeExecutionTool20260521Param | BrowserToolset20260801Param | MemoryTool20250818Param | ComputerToolset20260801Param | ToolTextEditor20250124Param | ToolTextEditor20250429Param | ToolTextEditor20250728Param | WebSearchTool20250305Param | WebFetchTool20250910Param | WebSearchTool20260209Param | WebFetchTool20260209Param | WebFetchTool20260309Param | WebSearchTool20260318Param | WebFetchTool20260318Param | ToolSearchToolBm25_20251119Param | ToolSearchToolRegex20251119Param>;
    user_profile_id?: string;
    workspace_id?: string;
    stream?: false;
    temperature?: number;
    top_p?: number;
    top_k?: number;
  };
  type MessageCreateParamsStreaming = {
    max_tokens: number;
    messages: Array<UserMessageParam | AssistantMessageParam | SystemMessageParam>;
    model: "claude-fable-5-2" | "claude-mythos-5-2" | "claude-haiku-5-5" | "claude-sonnet-5-5" | "claude-fable-5-1" | "claude-opus-5-5" | "claude-mythos-5-1" | "claude-sonnet-5" | "claude-fable-5" | "claude-mythos-5" | "claude-opus-5" | "claude-opus-4-8" | "claude-opus-4-7" | "claude-mythos-preview" | "claude-opus-4-6" | "claude-sonnet-4-6" | "claude-haiku-4-5" | "claude-haiku-4-5-20251001" | "claude-opus-4-5" | "claude-opus-4-5-20251101" | "claude-sonnet-4-5" | "claude-sonnet-4-5-20250929" | string;
    cache_control?: CacheControlEphemeralParam | null;
    container?: ContainerParams | string | null;
    diagnostics?: DiagnosticsParam | null;
    inference_geo?: string | null;
    metadata?: MetadataParam;
    output_config?: OutputConfigParam;
    service_tier?: "auto" | "standard_only";
    speed?: "standard" | "fast" | null;
    stop_sequences?: Array<string>;
    system?: string | Array<TextBlockParam>;
    thinking?: ThinkingConfigEnabledParam | ThinkingConfigDisabledParam | ThinkingConfigBetweenToolsParam | ThinkingConfigAdaptiveParam;
    tool_choice?: ToolChoiceAutoParam | ToolChoiceAnyParam | ToolChoiceToolParam | ToolChoiceNoneParam;
    tools?: Array<ToolParam | ToolBash20250124Param | CodeExecutionTool20250522Param | CodeExecutionTool20250825Param | CodeExecutionTool20260120Param | CodeExecutionTool20260521Param | BrowserToolset20260801Param | MemoryTool20250818Param | ComputerToolset20260801Param | ToolTextEditor20250124Param | ToolTextEditor20250429Param | ToolTextEditor20250728Param | WebSearchTool20250305Param | WebFetchTool20250910Param | WebSearchTool20260209Param | WebFetchTool20260209Param | WebFetchTool20260309Param | WebSearchTool20260318Param | WebFetchTool20260318Param | ToolSearchToolBm25_20251119Param | ToolSearchToolRegex20251119Param>;
    user_profile_id?: string;
    workspace_id?: string;
    stream: true;
    temperature?: number;
    top_p?: number;
    top_k?: number;
  };
  type MetadataParam = {
    user_id?: string | null;
  };
  type OutputConfigParam = {
    effort?: "low" | "medium" | "high" | "xhigh" | "max" | null;
    format?: JSONOutputFormatParam | null;
  };
  type PlainTextSource = {
    data: string;
    media_type: "text/plain";
    type: "text";
  };
  type PlainTextSourceParam = {
    data: string;
    media_type: "text/plain";
    type: "text";
  };
  type RedactedThinkingBlock = {
    data: string;
    type: "redacted_thinking";
  };
  type RedactedThinkingBlockParam = {
    data: string;
    type: "redacted_thinking";
  };
  type SearchResultBlockParam = {
    content: Array<TextBlockParam>;
    source: string;
    title: string;
    type: "search_result";
    cache_control?: CacheControlEphemeralParam | null;
    citations?: CitationsConfigParam;
  };
  type ServerToolCaller = {
    tool_id: string;
    type: "code_execution_20250825";
  };
  type ServerToolCaller20260120 = {
    tool_id: string;
    type: "code_execution_20260120";
  };
  type ServerToolCaller20260120Param = {
    tool_id: string;
    type: "code_execution_20260120";
  };
  type ServerToolCallerParam = {
    tool_id: string;
    type: "code_execution_20250825";
  };
  type ServerToolUseBlock = {
    id: string;
    caller?: DirectCaller | ServerToolCaller | ServerToolCaller20260120 | null;
    input: { [key: string]: unknown };
    name: "web_search" | "web_fetch" | "code_execution" | "bash_code_execution" | "text_editor_code_execution" | "tool_search_tool_regex" | "tool_search_tool_bm25";
    type: "server_tool_use";
  };
  type ServerToolUseBlockParam = {
    id: string;
    input: { [key: string]: unknown };
    name: "web_search" | "web_fetch" | "code_execution" | "bash_code_execution" | "text_editor_code_execution" | "tool_search_tool_regex" | "tool_search_tool_bm25";
    type: "server_tool_use";
    cache_control?: CacheControlEphemeralParam | null;
    caller?: DirectCallerParam | ServerToolCallerParam | ServerToolCaller20260120Param;
  };
  type SkillParams = {
    skill_id: string;
    type: "anthropic" | "custom";
    version?: string;
  };
  type SystemMessageParam = {
    content: string | Array<TextBlockParam>;
    role: "system";
  };
  type TextBlock = {
    citations?: Array<CitationCharLocation | CitationPageLocation | CitationContentBlockLocation | CitationsWebSearchResultLocation | CitationsSearchResultLocation> | null;
    text: string;
    type: "text";
  };
  type TextBlockParam = {
    text: string;
    type: "text";
    cache_control?: CacheControlEphemeralParam | null;
    citations?: Array<CitationCharLocationParam | CitationPageLocationParam | CitationContentBlockLocationParam | CitationWebSearchResultLocationParam | CitationSearchResultLocationParam> | null;
  };
  type TextEditorCodeExecutionCreateResultBlock = {
    is_file_update: boolean;
    type: "text_editor_code_execution_create_result";
  };
  type TextEditorCodeExecutionCreateResultBlockParam = {
    is_file_update: boolean;
    type: "text_editor_code_execution_create_result";
  };
  type TextEditorCodeExecutionStrReplaceResultBlock = {
    lines?: Array<string> | null;
    new_lines?: number | null;
    new_start?: number | null;
    old_lines?: number | null;
    old_start?: number | null;
    type: "text_editor_code_execution_str_replace_result";
  };
  type TextEditorCodeExecutionStrReplaceResultBlockParam = {
    type: "text_editor_code_execution_str_replace_result";
    lines?: Array<string> | null;
    new_lines?: number | null;
    new_start?: number | null;
    old_lines?: number | null;
    old_start?: number | null;
  };
  type TextEditorCodeExecutionToolResultBlock = {
    content: TextEditorCodeExecutionToolResultErrorObject | TextEditorCodeExecutionViewResultBlock | TextEditorCodeExecutionCreateResultBlock | TextEditorCodeExecutionStrReplaceResultBlock;
    tool_use_id: string;
    type: "text_editor_code_execution_tool_result";
  };
  type TextEditorCodeExecutionToolResultBlockParam = {
    content: TextEditorCodeExecutionToolResultErrorParam | TextEditorCodeExecutionViewResultBlockParam | TextEditorCodeExecutionCreateResultBlockParam | TextEditorCodeExecutionStrReplaceResultBlockParam;
    tool_use_id: string;
    type: "text_editor_code_execution_tool_result";
    cache_control?: CacheControlEphemeralParam | null;
  };
  type TextEditorCodeExecutionToolResultErrorObject = {
    error_code: "invalid_tool_input" | "unavailable" | "too_many_requests" | "execution_time_exceeded" | "file_not_found";
    error_message?: string | null;
    type: "text_editor_code_execution_tool_result_error";
  };
  type TextEditorCodeExecutionToolResultErrorParam = {
    error_code: "invalid_tool_input" | "unavailable" | "too_many_requests" | "execution_time_exceeded" | "file_not_found";
    type: "text_editor_code_execution_tool_result_error";
    error_message?: string | null;
  };
  type TextEditorCodeExecutionViewResultBlock = {
    content: string;
    file_type: "text" | "image" | "pdf";
    num_lines?: number | null;
    start_line?: number | null;
    total_lines?: number | null;
    type: "text_editor_code_execution_view_result";
  };
  type TextEditorCodeExecutionViewResultBlockParam = {
    content: string;
    file_type: "text" | "image" | "pdf";
    type: "text_editor_code_execution_view_result";
    num_lines?: number | null;
    start_line?: number | null;
    total_lines?: number | null;
  };
  type ThinkingBlock = {
    signature: string;
    thinking: string;
    type: "thinking";
  };
  type ThinkingBlockParam = {
    signature: string;
    thinking: string;
    type: "thinking";
  };
  type ThinkingConfigAdaptiveParam = {
    type: "adaptive";
    display?: "summarized" | "omitted" | null;
  };
  type ThinkingConfigBetweenToolsParam = {
    type: "between_tools";
  };
  type ThinkingConfigDisabledParam = {
    type: "disabled";
  };
  type ThinkingConfigEnabledParam = {
    budget_tokens: number;
    type: "enabled";
    display?: "summarized" | "omitted" | null;
  };
  type ToolBash20250124Param = {
    name: "bash";
    type: "bash_20250124";
    allowed_callers?: Array<"direct" | "code_execution_20250825" | "code_execution_20260120" | "code_execution_20260521">;
    cache_control?: CacheControlEphemeralParam | null;
    defer_loading?: boolean;
    input_examples?: Array<{ [key: string]: unknown }>;
    strict?: boolean;
  };
  type ToolChoiceAnyParam = {
    type: "any";
    disable_parallel_tool_use?: boolean;
  };
  type ToolChoiceAutoParam = {
    type: "auto";
    disable_parallel_tool_use?: boolean;
  };
  type ToolChoiceNoneParam = {
    type: "none";
  };
  type ToolChoiceToolParam = {
    name: string;
    type: "tool";
    disable_parallel_tool_use?: boolean;
  };
  type ToolParam = {
    input_schema: InputSchemaTyped | { [key: string]: unknown };
    name: string;
    allowed_callers?: Array<"direct" | "code_execution_20250825" | "code_execution_20260120" | "code_execution_20260521">;
    cache_control?: CacheControlEphemeralParam | null;
    defer_loading?: boolean;
    description?: string;
    eager_input_streaming?: boolean | null;
    input_examples?: Array<{ [key: string]: unknown }>;
    strict?: boolean;
    type?: "custom" | null;
  };
  type ToolReferenceBlock = {
    tool_name: string;
    type: "tool_reference";
  };
  type ToolReferenceBlockParam = {
    tool_name: string;
    type: "tool_reference";
    cache_control?: CacheControlEphemeralParam | null;
  };
  type ToolResultBlockParam = {
    tool_use_id: string;
    type: "tool_result";
    cache_control?: CacheControlEphemeralParam | null;
    content?: string | Array<TextBlockParam | ImageBlockParam | SearchResultBlockParam | DocumentBlockParam | ToolReferenceBlockParam | BrowserStateBlockParam>;
    is_error?: boolean;
    toolset_name?: string | null;
  };
  type ToolSearchToolBm25_20251119Param = {
    name: "tool_search_tool_bm25";
    type: "tool_search_tool_bm25_20251119" | "tool_search_tool_bm25";
    allowed_callers?: Array<"direct" | "code_execution_20250825" | "code_execution_20260120" | "code_execution_20260521">;
    cache_control?: CacheControlEphemeralParam | null;
    defer_loading?: boolean;
    strict?: boolean;
  };
  type ToolSearchToolRegex20251119Param = {
    name: "tool_search_tool_regex";
    type: "tool_search_tool_regex_20251119" | "tool_search_tool_regex";
    allowed_callers?: Array<"direct" | "code_execution_20250825" | "code_execution_20260120" | "code_execution_20260521">;
    cache_control?: CacheControlEphemeralParam | null;
    defer_loading?: boolean;
    strict?: boolean;
  };
  type ToolSearchToolResultBlock = {
    content: ToolSearchToolResultErrorObject | ToolSearchToolSearchResultBlock;
    tool_use_id: string;
    type: "tool_search_tool_result";
  };
  type ToolSearchToolResultBlockParam = {
    content: ToolSearchToolResultErrorParam | ToolSearchToolSearchResultBlockParam;
    tool_use_id: string;
    type: "tool_search_tool_result";
    cache_control?: CacheControlEphemeralParam | null;
  };
  type ToolSearchToolResultErrorObject = {
    error_code: "invalid_tool_input" | "unavailable" | "too_many_requests" | "execution_time_exceeded";
    error_message?: string | null;
    type: "tool_search_tool_result_error";
  };
  type ToolSearchToolResultErrorParam = {
    error_code: "invalid_tool_input" | "unavailable" | "too_many_requests" | "execution_time_exceeded";
    type: "tool_search_tool_result_error";
    error_message?: string | null;
  };
  type ToolSearchToolSearchResultBlock = {
    tool_references: Array<ToolReferenceBlock>;
    type: "tool_search_tool_search_result";
  };
  type ToolSearchToolSearchResultBlockParam = {
    tool_references: Array<ToolReferenceBlockParam>;
    type: "tool_search_tool_search_result";
  };
  type ToolTextEditor20250124Param = {
    name: "str_replace_editor";
    type: "text_editor_20250124";
    allowed_callers?: Array<"direct" | "code_execution_20250825" | "code_execution_20260120" | "code_execution_20260521">;
    cache_control?: CacheControlEphemeralParam | null;
    defer_loading?: boolean;
    input_examples?: Array<{ [key: string]: unknown }>;
    strict?: boolean;
  };
  type ToolTextEditor20250429Param = {
    name: "str_replace_based_edit_tool";
    type: "text_editor_20250429";
    allowed_callers?: Array<"direct" | "code_execution_20250825" | "code_execution_20260120" | "code_execution_20260521">;
    cache_control?: CacheControlEphemeralParam | null;
    defer_loading?: boolean;
    input_examples?: Array<{ [key: string]: unknown }>;
    strict?: boolean;
  };
  type ToolTextEditor20250728Param = {
    name: "str_replace_based_edit_tool";
    type: "text_editor_20250728";
    allowed_callers?: Array<"direct" | "code_execution_20250825" | "code_execution_20260120" | "code_execution_20260521">;
    cache_control?: CacheControlEphemeralParam | null;
    defer_loading?: boolean;
    input_examples?: Array<{ [key: string]: unknown }>;
    max_characters?: number | null;
    strict?: boolean;
  };
  type ToolUseBlock = {
    id: string;
    caller?: DirectCaller | ServerToolCaller | ServerToolCaller20260120 | null;
    input: { [key: string]: unknown };
    name: string;
    type: "tool_use";
    toolset_name?: string | null;
  };
  type ToolUseBlockParam = {
    id: string;
    input: { [key: string]: unknown };
    name: string;
    type: "tool_use";
    cache_control?: CacheControlEphemeralParam | null;
    caller?: DirectCallerParam | ServerToolCallerParam | ServerToolCaller20260120Param;
    toolset_name?: string | null;
  };
  type URLImageSourceParam = {
    type: "url";
    url: string;
  };
  type URLPDFSourceParam = {
    type: "url";
    url: string;
  };
  type UserLocationParam = {
    type: "approximate";
    city?: string | null;
    country?: string | null;
    region?: string | null;
    timezone?: string | null;
  };
  type UserMessageParam = {
    content: string | Array<TextBlockParam | ImageBlockParam | DocumentBlockParam | SearchResultBlockParam | ThinkingBlockParam | RedactedThinkingBlockParam | ToolUseBlockParam | ToolResultBlockParam | ServerToolUseBlockParam | WebSearchToolResultBlockParam | WebFetchToolResultBlockParam | CodeExecutionToolResultBlockParam | BashCodeExecutionToolResultBlockParam | TextEditorCodeExecutionToolResultBlockParam | ToolSearchToolResultBlockParam | ContainerUploadBlockParam | TextBlock | ThinkingBlock | RedactedThinkingBlock | ToolUseBlock | ServerToolUseBlock | WebSearchToolResultBlock | WebFetchToolResultBlock | CodeExecutionToolResultBlock | BashCodeExecutionToolResultBlock | TextEditorCodeExecutionToolResultBlock | ToolSearchToolResultBlock | ContainerUploadBlock>;
    role: "user";
  };
  type WebFetchBlock = {
    content: DocumentBlock;
    retrieved_at?: string | null;
    type: "web_fetch_result";
    url: string;
  };
  type WebFetchBlockParam = {
    content: DocumentBlockParam;
    type: "web_fetch_result";
    url: string;
    retrieved_at?: string | null;
  };
  type WebFetchTool20250910Param = {
    name: "web_fetch";
    type: "web_fetch_20250910";
    allowed_callers?: Array<"direct" | "code_execution_20250825" | "code_execution_20260120" | "code_execution_20260521">;
    allowed_domains?: Array<string> | null;
    blocked_domains?: Array<string> | null;
    cache_control?: CacheControlEphemeralParam | null;
    citations?: CitationsConfigParam | null;
    defer_loading?: boolean;
    max_content_tokens?: number | null;
    max_uses?: number | null;
    strict?: boolean;
    url_sources?: WebFetchURLSourcesParam | null;
  };
  type WebFetchTool20260209Param = {
    name: "web_fetch";
    type: "web_fetch_20260209";
    allowed_callers?: Array<"direct" | "code_execution_20250825" | "code_execution_20260120" | "code_execution_20260521">;
    allowed_domains?: Array<string> | null;
    blocked_domains?: Array<string> | null;
    cache_control?: CacheControlEphemeralParam | null;
    citations?: CitationsConfigParam | null;
    defer_loading?: boolean;
    max_content_tokens?: number | null;
    max_uses?: number | null;
    strict?: boolean;
    url_sources?: WebFetchURLSourcesParam | null;
  };
  type WebFetchTool20260309Param = {
    name: "web_fetch";
    type: "web_fetch_20260309";
    allowed_callers?: Array<"direct" | "code_execution_20250825" | "code_execution_20260120" | "code_execution_20260521">;
    allowed_domains?: Array<string> | null;
    blocked_domains?: Array<string> | null;
    cache_control?: CacheControlEphemeralParam | null;
    citations?: CitationsConfigParam | null;
    defer_loading?: boolean;
    max_content_tokens?: number | null;
    max_uses?: number | null;
    strict?: boolean;
    url_sources?: WebFetchURLSourcesParam | null;
    use_cache?: boolean;
  };
  type WebFetchTool20260318Param = {
    name: "web_fetch";
    type: "web_fetch_20260318";
    allowed_callers?: Array<"direct" | "code_execution_20250825" | "code_execution_20260120" | "code_execution_20260521">;
    allowed_domains?: Array<string> | null;
    blocked_domains?: Array<string> | null;
    cache_control?: CacheControlEphemeralParam | null;
    citations?: CitationsConfigParam | null;
    defer_loading?: boolean;
    max_content_tokens?: number | null;
    max_uses?: number | null;
    response_inclusion?: "full" | "excluded";
    strict?: boolean;
    url_sources?: WebFetchURLSourcesParam | null;
    use_cache?: boolean;
  };
  type WebFetchToolResultBlock = {
    caller?: DirectCaller | ServerToolCaller | ServerToolCaller20260120 | null;
    content: WebFetchToolResultErrorBlock | WebFetchBlock;
    tool_use_id: string;
    type: "web_fetch_tool_result";
  };
  type WebFetchToolResultBlockParam = {
    content: WebFetchToolResultErrorBlockParam | WebFetchBlockParam;
    tool_use_id: string;
    type: "web_fetch_tool_result";
    cache_control?: CacheControlEphemeralParam | null;
    caller?: DirectCallerParam | ServerToolCallerParam | ServerToolCaller20260120Param;
  };
  type WebFetchToolResultErrorBlock = {
    error_code: "invalid_tool_input" | "url_too_long" | "url_not_allowed" | "url_not_in_prior_context" | "url_not_accessible" | "unsupported_content_type" | "too_many_requests" | "max_uses_exceeded" | "unavailable" | "content_too_large";
    type: "web_fetch_tool_result_error";
  };
  type WebFetchToolResultErrorBlockParam = {
    error_code: "invalid_tool_input" | "url_too_long" | "url_not_allowed" | "url_not_in_prior_context" | "url_not_accessible" | "unsupported_content_type" | "too_many_requests" | "max_uses_exceeded" | "unavailable" | "content_too_large";
    type: "web_fetch_tool_result_error";
  };
  type WebFetchURLSourceAllParam = {
    type: "all";
  };
  type WebFetchURLSourceExceptParam = {
    tools: Array<WebFetchURLSourceToolReferenceParam>;
    type: "except";
  };
  type WebFetchURLSourceNoneParam = {
    type: "none";
  };
  type WebFetchURLSourceOnlyParam = {
    tools: Array<WebFetchURLSourceToolReferenceParam>;
    type: "only";
  };
  type WebFetchURLSourceToolReferenceParam = {
    name: string;
    type: "tool_reference";
  };
  type WebFetchURLSourcesParam = {
    client_tool_results?: WebFetchURLSourceAllParam | WebFetchURLSourceNoneParam | WebFetchURLSourceOnlyParam | WebFetchURLSourceExceptParam;
    server_tool_results?: WebFetchURLSourceAllParam | WebFetchURLSourceNoneParam | WebFetchURLSourceOnlyParam | WebFetchURLSourceExceptParam;
    user_input?: WebFetchURLSourceAllParam | WebFetchURLSourceNoneParam;
  };
  type WebSearchResultBlock = {
    encrypted_content: string;
    page_age?: string | null;
    title: string;
    type: "web_search_result";
    url: string;
  };
  type WebSearchResultBlockParam = {
    encrypted_content: string;
    title: string;
    type: "web_search_result";
    url: string;
    page_age?: string | null;
  };
  type WebSearchTool20250305Param = {
    name: "web_search";
    type: "web_search_20250305";
    allowed_callers?: Array<"direct" | "code_execution_20250825" | "code_execution_20260120" | "code_execution_20260521">;
    allowed_domains?: Array<string> | null;
    blocked_domains?: Array<string> | null;
    cache_control?: CacheControlEphemeralParam | null;
    defer_loading?: boolean;
    max_uses?: number | null;
    strict?: boolean;
    user_location?: UserLocationParam | null;
  };
  type WebSearchTool20260209Param = {
    name: "web_search";
    type: "web_search_20260209";
    allowed_callers?: Array<"direct" | "code_execution_20250825" | "code_execution_20260120" | "code_execution_20260521">;
    allowed_domains?: Array<string> | null;
    blocked_domains?: Array<string> | null;
    cache_control?: CacheControlEphemeralParam | null;
    defer_loading?: boolean;
    max_uses?: number | null;
    strict?: boolean;
    user_location?: UserLocationParam | null;
  };
  type WebSearchTool20260318Param = {
    name: "web_search";
    type: "web_search_20260318";
    allowed_callers?: Array<"direct" | "code_execution_20250825" | "code_execution_20260120" | "code_execution_20260521">;
    allowed_domains?: Array<string> | null;
    blocked_domains?: Array<string> | null;
    cache_control?: CacheControlEphemeralParam | null;
    defer_loading?: boolean;
    max_uses?: number | null;
    response_inclusion?: "full" | "excluded";
    strict?: boolean;
    user_location?: UserLocationParam | null;
  };
  type WebSearchToolRequestErrorObjectParam = {
    error_code: "invalid_tool_input" | "unavailable" | "max_uses_exceeded" | "too_many_requests" | "query_too_long" | "request_too_large";
    type: "web_search_tool_result_error";
  };
  type WebSearchToolResultBlock = {
    caller?: DirectCaller | ServerToolCaller | ServerToolCaller20260120 | null;
    content: WebSearchToolResultErrorObject | Array<WebSearchResultBlock>;
    tool_use_id: string;
    type: "web_search_tool_result";
  };
  type WebSearchToolResultBlockParam = {
    content: Array<WebSearchResultBlockParam> | WebSearchToolRequestErrorObjectParam;
    tool_use_id: string;
    type: "web_search_tool_result";
    cache_control?: CacheControlEphemeralParam | null;
    caller?: DirectCallerParam | ServerToolCallerParam | ServerToolCaller20260120Param;
  };
  type WebSearchToolResultErrorObject = {
    error_code: "invalid_tool_input" | "unavailable" | "max_uses_exceeded" | "too_many_requests" | "query_too_long" | "request_too_large";
    type: "web_search_tool_result_error";
  };
  type Root = MessageCreateParamsNonStreaming | MessageCreateParamsStreaming;
}

export declare namespace AnthropicResponses {
  type Base64PDFSource = {
    data: string;
    media_type: "application/pdf";
    type: "base64";
  };
  type BashCodeExecutionOutputBlock = {
    file_id: string;
    type: "bash_code_execution_output";
  };
  type BashCodeExecutionResultBlock = {
    content: Array<BashCodeExecutionOutputBlock>;
    return_code: number;
    stderr: string;
    stdout: string;
    type: "bash_code_execution_result";
  };
  type BashCodeExecutionToolResultBlock = {
    content: BashCodeExecutionToolResultErrorObject | BashCodeExecutionResultBlock;
    tool_use_id: string;
    type: "bash_code_execution_tool_result";
  };
  type BashCodeExecutionToolResultErrorObject = {
    error_code: "invalid_tool_input" | "unavailable" | "too_many_requests" | "execution_time_exceeded" | "output_file_too_large";
    type: "bash_code_execution_tool_result_error";
  };
  type CacheCreation = {
    ephemeral_1h_input_tokens: number;
    ephemeral_5m_input_tokens: number;
  };
  type CacheMissMessagesChanged = {
    cache_missed_input_tokens: number;
    type: "messages_changed";
  };
  type CacheMissModelChanged = {
    cache_missed_input_tokens: number;
    type: "model_changed";
  };
  type CacheMissPreviousMessageNotFound = {
    type: "previous_message_not_found";
  };
  type CacheMissSystemChanged = {
    cache_missed_input_tokens: number;
    type: "system_changed";
  };
  type CacheMissToolsChanged = {
    cache_missed_input_tokens: number;
    type: "tools_changed";
  };
  type CacheMissUnavailable = {
    type: "unavailable";
  };
  type CitationCharLocation = {
    cited_text: string;
    document_index: number;
    document_title?: string | null;
    end_char_index: number;
    file_id?: string | null;
    start_char_index: number;
    type: "char_location";
  };
  type CitationContentBlockLocation = {
    cited_text: string;
    document_index: number;
    document_title?: string | null;
    end_block_index: number;
    file_id?: string | null;
    start_block_index: number;
    type: "content_block_location";
  };
  type CitationPageLocation = {
    cited_text: string;
    document_index: number;
    document_title?: string | null;
    end_page_number: number;
    file_id?: string | null;
    start_page_number: number;
    type: "page_location";
  };
  type CitationsConfig = {
    enabled: boolean;
  };
  type CitationsSearchResultLocation = {
    cited_text: string;
    end_block_index: number;
    search_result_index: number;
    source: string;
    start_block_index: number;
    title?: string | null;
    type: "search_result_location";
  };
  type CitationsWebSearchResultLocation = {
    cited_text: string;
    encrypted_index: string;
    title?: string | null;
    type: "web_search_result_location";
    url: string;
  };
  type CodeExecutionOutputBlock = {
    file_id: string;
    type: "code_execution_output";
  };
  type CodeExecutionResultBlock = {
    content: Array<CodeExecutionOutputBlock>;
    return_code: number;
    stderr: string;
    stdout: string;
    type: "code_execution_result";
  };
  type CodeExecutionToolResultBlock = {
    content: CodeExecutionToolResultErrorObject | CodeExecutionResultBlock | EncryptedCodeExecutionResultBlock;
    tool_use_id: string;
    type: "code_execution_tool_result";
  };
  type CodeExecutionToolResultErrorObject = {
    error_code: "invalid_tool_input" | "unavailable" | "too_many_requests" | "execution_time_exceeded";
    type: "code_execution_tool_result_error";
  };
  type Container = {
    id: string;
    expires_at: string;
    skills?: Array<ContainerSkill> | null;
  };
  type ContainerSkill = {
    skill_id: string;
    type: "anthropic" | "custom";
    version: string;
  };
  type ContainerUploadBlock = {
    file_id: string;
    type: "container_upload";
  };
  type Diagnostics = {
    cache_miss_reason?: CacheMissModelChanged | CacheMissSystemChanged | CacheMissToolsChanged | CacheMissMessagesChanged | CacheMissPreviousMessageNotFound | CacheMissUnavailable | null;
  };
  type DirectCaller = {
    type: "direct";
  };
  type DocumentBlock = {
    citations?: CitationsConfig | null;
    source: Base64PDFSource | PlainTextSource;
    title?: string | null;
    type: "document";
  };
  type EncryptedCodeExecutionResultBlock = {
    content: Array<CodeExecutionOutputBlock>;
    encrypted_stdout: string;
    return_code: number;
    stderr: string;
    type: "encrypted_code_execution_result";
  };
  type OutputTokensDetails = {
    thinking_tokens: number;
  };
  type PlainTextSource = {
    data: string;
    media_type: "text/plain";
    type: "text";
  };
  type RedactedThinkingBlock = {
    data: string;
    type: "redacted_thinking";
  };
  type RefusalStopDetails = {
    category?: "cyber" | "bio" | "frontier_llm" | "reasoning_extraction" | "general_harms" | null;
    explanation?: string | null;
    type: "refusal";
  };
  type ServerToolCaller = {
    tool_id: string;
    type: "code_execution_20250825";
  };
  type ServerToolCaller20260120 = {
    tool_id: string;
    type: "code_execution_20260120";
  };
  type ServerToolUsage = {
    web_fetch_requests?: number;
    web_search_requests: number;
  };
  type ServerToolUseBlock = {
    id: string;
    caller?: DirectCaller | ServerToolCaller | ServerToolCaller20260120 | null;
    input: { [key: string]: unknown };
    name: "web_search" | "web_fetch" | "code_execution" | "bash_code_execution" | "text_editor_code_execution" | "tool_search_tool_regex" | "tool_search_tool_bm25";
    type: "server_tool_use";
  };
  type TextBlock = {
    citations?: Array<CitationCharLocation | CitationPageLocation | CitationContentBlockLocation | CitationsWebSearchResultLocation | CitationsSearchResultLocation> | null;
    text: string;
    type: "text";
  };
  type TextEditorCodeExecutionCreateResultBlock = {
    is_file_update: boolean;
    type: "text_editor_code_execution_create_result";
  };
  type TextEditorCodeExecutionStrReplaceResultBlock = {
    lines?: Array<string> | null;
    new_lines?: number | null;
    new_start?: number | null;
    old_lines?: number | null;
    old_start?: number | null;
    type: "text_editor_code_execution_str_replace_result";
  };
  type TextEditorCodeExecutionToolResultBlock = {
    content: TextEditorCodeExecutionToolResultErrorObject | TextEditorCodeExecutionViewResultBlock | TextEditorCodeExecutionCreateResultBlock | TextEditorCodeExecutionStrReplaceResultBlock;
    tool_use_id: string;
    type: "text_editor_code_execution_tool_result";
  };
  type TextEditorCodeExecutionToolResultErrorObject = {
    error_code: "invalid_tool_input" | "unavailable" | "too_many_requests" | "execution_time_exceeded" | "file_not_found";
    error_message?: string | null;
    type: "text_editor_code_execution_tool_result_error";
  };
  type TextEditorCodeExecutionViewResultBlock = {
    content: string;
    file_type: "text" | "image" | "pdf";
    num_lines?: number | null;
    start_line?: number | null;
    total_lines?: number | null;
    type: "text_editor_code_execution_view_result";
  };
  type ThinkingBlock = {
    signature: string;
    thinking: string;
    type: "thinking";
  };
  type ToolReferenceBlock = {
    tool_name: string;
    type: "tool_reference";
  };
  type ToolSearchToolResultBlock = {
    content: ToolSearchToolResultErrorObject | ToolSearchToolSearchResultBlock;
    tool_use_id: string;
    type: "tool_search_tool_result";
  };
  type ToolSearchToolResultErrorObject = {
    error_code: "invalid_tool_input" | "unavailable" | "too_many_requests" | "execution_time_exceeded";
    error_message?: string | null;
    type: "tool_search_tool_result_error";
  };
  type ToolSearchToolSearchResultBlock = {
    tool_references: Array<ToolReferenceBlock>;
    type: "tool_search_tool_search_result";
  };
  type ToolUseBlock = {
    id: string;
    caller?: DirectCaller | ServerToolCaller | ServerToolCaller20260120 | null;
    input: { [key: string]: unknown };
    name: string;
    type: "tool_use";
    toolset_name?: string | null;
  };
  type Usage = {
    cache_creation?: CacheCreation | null;
    cache_creation_input_tokens?: number | null;
    cache_read_input_tokens?: number | null;
    inference_geo?: string | null;
    input_tokens: number;
    output_tokens: number;
    output_tokens_details?: OutputTokensDetails | null;
    server_tool_use?: ServerToolUsage | null;
    service_tier?: "standard" | "priority" | "batch" | null;
    speed?: "standard" | "fast" | null;
  };
  type WebFetchBlock = {
    content: DocumentBlock;
    retrieved_at?: string | null;
    type: "web_fetch_result";
    url: string;
  };
  type WebFetchToolResultBlock = {
    caller?: DirectCaller | ServerToolCaller | ServerToolCaller20260120 | null;
    content: WebFetchToolResultErrorBlock | WebFetchBlock;
    tool_use_id: string;
    type: "web_fetch_tool_result";
  };
  type WebFetchToolResultErrorBlock = {
    error_code: "invalid_tool_input" | "url_too_long" | "url_not_allowed" | "url_not_in_prior_context" | "url_not_accessible" | "unsupported_content_type" | "too_many_requests" | "max_uses_exceeded" | "unavailable" | "content_too_large";
    type: "web_fetch_tool_result_error";
  };
  type WebSearchResultBlock = {
    encrypted_content: string;
    page_age?: string | null;
    title: string;
    type: "web_search_result";
    url: string;
  };
  type WebSearchToolResultBlock = {
    caller?: DirectCaller | ServerToolCaller | ServerToolCaller20260120 | null;
    content: WebSearchToolResultErrorObject | Array<WebSearchResultBlock>;
    tool_use_id: string;
    type: "web_search_tool_result";
  };
  type WebSearchToolResultErrorObject = {
    error_code: "invalid_tool_input" | "unavailable" | "max_uses_exceeded" | "too_many_requests" | "query_too_long" | "request_too_large";
    type: "web_search_tool_result_error";
  };
  type Root = {
    id: string;
    container?: Container | null;
    content: Array<TextBlock | ThinkingBlock | RedactedThinkingBlock | ToolUseBlock | ServerToolUseBlock | WebSearchToolResultBlock | WebFetchToolResultBlock | CodeExecutionToolResultBlock | BashCodeExecutionToolResultBlock | TextEditorCodeExecutionToolResultBlock | ToolSearchToolResultBlock | ContainerUploadBlock>;
    diagnostics?: Diagnostics | null;
    model: "claude-fable-5-2" | "claude-mythos-5-2" | "claude-haiku-5-5" | "claude-sonnet-5-5" | "claude-fable-5-1" | "claude-opus-5-5" | "claude-mythos-5-1" | "claude-sonnet-5" | "claude-fable-5" | "claude-mythos-5" | "claude-opus-5" | "claude-opus-4-8" | "claude-opus-4-7" | "claude-mythos-preview" | "claude-opus-4-6" | "claude-sonnet-4-6" | "claude-haiku-4-5" | "claude-haiku-4-5-20251001" | "claude-opus-4-5" | "claude-opus-4-5-20251101" | "claude-sonnet-4-5" | "claude-sonnet-4-5-20250929" | string;
    role: "assistant";
    stop_details?: RefusalStopDetails | null;
    stop_reason?: "end_turn" | "max_tokens" | "stop_sequence" | "tool_use" | "pause_turn" | "refusal" | "model_context_window_exceeded" | null;
    stop_sequence?: string | null;
    type: "message";
    usage: Usage;
  };
}

export declare namespace AnthropicEvents {
  type Base64PDFSource = {
    data: string;
    media_type: "application/pdf";
    type: "base64";
  };
  type BashCodeExecutionOutputBlock = {
    file_id: string;
    type: "bash_code_execution_output";
  };
  type BashCodeExecutionResultBlock = {
    content: Array<BashCodeExecutionOutputBlock>;
    return_code: number;
    stderr: string;
    stdout: string;
    type: "bash_code_execution_result";
  };
  type BashCodeExecutionToolResultBlock = {
    content: BashCodeExecutionToolResultErrorObject | BashCodeExecutionResultBlock;
    tool_use_id: string;
    type: "bash_code_execution_tool_result";
  };
  type BashCodeExecutionToolResultErrorObject = {
    error_code: "invalid_tool_input" | "unavailable" | "too_many_requests" | "execution_time_exceeded" | "output_file_too_large";
    type: "bash_code_execution_tool_result_error";
  };
  type CacheCreation = {
    ephemeral_1h_input_tokens: number;
    ephemeral_5m_input_tokens: number;
  };
  type CacheMissMessagesChanged = {
    cache_missed_input_tokens: number;
    type: "messages_changed";
  };
  type CacheMissModelChanged = {
    cache_missed_input_tokens: number;
    type: "model_changed";
  };
  type CacheMissPreviousMessageNotFound = {
    type: "previous_message_not_found";
  };
  type CacheMissSystemChanged = {
    cache_missed_input_tokens: number;
    type: "system_changed";
  };
  type CacheMissToolsChanged = {
    cache_missed_input_tokens: number;
    type: "tools_changed";
  };
  type CacheMissUnavailable = {
    type: "unavailable";
  };
  type CitationCharLocation = {
    cited_text: string;
    document_index: number;
    document_title?: string | null;
    end_char_index: number;
    file_id?: string | null;
    start_char_index: number;
    type: "char_location";
  };
  type CitationContentBlockLocation = {
    cited_text: string;
    document_index: number;
    document_title?: string | null;
    end_block_index: number;
    file_id?: string | null;
    start_block_index: number;
    type: "content_block_location";
  };
  type CitationPageLocation = {
    cited_text: string;
    document_index: number;
    document_title?: string | null;
    end_page_number: number;
    file_id?: string | null;
    start_page_number: number;
    type: "page_location";
  };
  type CitationsConfig = {
    enabled: boolean;
  };
  type CitationsDelta = {
    citation: CitationCharLocation | CitationPageLocation | CitationContentBlockLocation | CitationsWebSearchResultLocation | CitationsSearchResultLocation;
    type: "citations_delta";
  };
  type CitationsSearchResultLocation = {
    cited_text: string;
    end_block_index: number;
    search_result_index: number;
    source: string;
    start_block_index: number;
    title?: string | null;
    type: "search_result_location";
  };
  type CitationsWebSearchResultLocation = {
    cited_text: string;
    encrypted_index: string;
    title?: string | null;
    type: "web_search_result_location";
    url: string;
  };
  type CodeExecutionOutputBlock = {
    file_id: string;
    type: "code_execution_output";
  };
  type CodeExecutionResultBlock = {
    content: Array<CodeExecutionOutputBlock>;
    return_code: number;
    stderr: string;
    stdout: string;
    type: "code_execution_result";
  };
  type CodeExecutionToolResultBlock = {
    content: CodeExecutionToolResultErrorObject | CodeExecutionResultBlock | EncryptedCodeExecutionResultBlock;
    tool_use_id: string;
    type: "code_execution_tool_result";
  };
  type CodeExecutionToolResultErrorObject = {
    error_code: "invalid_tool_input" | "unavailable" | "too_many_requests" | "execution_time_exceeded";
    type: "code_execution_tool_result_error";
  };
  type Container = {
    id: string;
    expires_at: string;
    skills?: Array<ContainerSkill> | null;
  };
  type ContainerSkill = {
    skill_id: string;
    type: "anthropic" | "custom";
    version: string;
  };
  type ContainerUploadBlock = {
    file_id: string;
    type: "container_upload";
  };
  type Delta = {
    container?: Container | null;
    stop_details?: RefusalStopDetails | null;
    stop_reason?: "end_turn" | "max_tokens" | "stop_sequence" | "tool_use" | "pause_turn" | "refusal" | "model_context_window_exceeded" | null;
    stop_sequence?: string | null;
  };
  type Diagnostics = {
    cache_miss_reason?: CacheMissModelChanged | CacheMissSystemChanged | CacheMissToolsChanged | CacheMissMessagesChanged | CacheMissPreviousMessageNotFound | CacheMissUnavailable | null;
  };
  type DirectCaller = {
    type: "direct";
  };
  type DocumentBlock = {
    citations?: CitationsConfig | null;
    source: Base64PDFSource | PlainTextSource;
    title?: string | null;
    type: "document";
  };
  type EncryptedCodeExecutionResultBlock = {
    content: Array<CodeExecutionOutputBlock>;
    encrypted_stdout: string;
    return_code: number;
    stderr: string;
    type: "encrypted_code_execution_result";
  };
  type Failure = {
    type: "error";
    error: {
      type: string;
      message: string;
    };
  };
  type InputJSONDelta = {
    partial_json: string;
    type: "input_json_delta";
  };
  type Message = {
    id: string;
    container?: Container | null;
    content: Array<TextBlock | ThinkingBlock | RedactedThinkingBlock | ToolUseBlock | ServerToolUseBlock | WebSearchToolResultBlock | WebFetchToolResultBlock | CodeExecutionToolResultBlock | BashCodeExecutionToolResultBlock | TextEditorCodeExecutionToolResultBlock | ToolSearchToolResultBlock | ContainerUploadBlock>;
    diagnostics?: Diagnostics | null;
    model: "claude-fable-5-2" | "claude-mythos-5-2" | "claude-haiku-5-5" | "claude-sonnet-5-5" | "claude-fable-5-1" | "claude-opus-5-5" | "claude-mythos-5-1" | "claude-sonnet-5" | "claude-fable-5" | "claude-mythos-5" | "claude-opus-5" | "claude-opus-4-8" | "claude-opus-4-7" | "claude-mythos-preview" | "claude-opus-4-6" | "claude-sonnet-4-6" | "claude-haiku-4-5" | "claude-haiku-4-5-20251001" | "claude-opus-4-5" | "claude-opus-4-5-20251101" | "claude-sonnet-4-5" | "claude-sonnet-4-5-20250929" | string;
    role: "assistant";
    stop_details?: RefusalStopDetails | null;
    stop_reason?: "end_turn" | "max_tokens" | "stop_sequence" | "tool_use" | "pause_turn" | "refusal" | "model_context_window_exceeded" | null;
    stop_sequence?: string | null;
    type: "message";
    usage: Usage;
  };
  type MessageDeltaUsage = {
    cache_creation_input_tokens?: number | null;
    cache_read_input_tokens?: number | null;
    input_tokens?: number | null;
    output_tokens: number;
    output_tokens_details?: OutputTokensDetails | null;
    server_tool_use?: ServerToolUsage | null;
  };
  type OutputTokensDetails = {
    thinking_tokens: number;
  };
  type Ping = {
    type: "ping";
  };
  type PlainTextSource = {
    data: string;
    media_type: "text/plain";
    type: "text";
  };
  type RawContentBlockDeltaEvent = {
    delta: TextDelta | InputJSONDelta | CitationsDelta | ThinkingDelta | SignatureDelta;
    index: number;
    type: "content_block_delta";
  };
  type RawContentBlockStartEvent = {
    content_block: TextBlock | ThinkingBlock | RedactedThinkingBlock | ToolUseBlock | ServerToolUseBlock | WebSearchToolResultBlock | WebFetchToolResultBlock | CodeExecutionToolResultBlock | BashCodeExecutionToolResultBlock | TextEditorCodeExecutionToolResultBlock | ToolSearchToolResultBlock | ContainerUploadBlock;
    index: number;
    type: "content_block_start";
  };
  type RawContentBlockStopEvent = {
    index: number;
    type: "content_block_stop";
  };
  type RawMessageDeltaEvent = {
    delta: Delta;
    type: "message_delta";
    usage: MessageDeltaUsage;
  };
  type RawMessageStartEvent = {
    message: Message;
    type: "message_start";
  };
  type RawMessageStopEvent = {
    type: "message_stop";
  };
  type RedactedThinkingBlock = {
    data: string;
    type: "redacted_thinking";
  };
  type RefusalStopDetails = {
    category?: "cyber" | "bio" | "frontier_llm" | "reasoning_extraction" | "general_harms" | null;
    explanation?: string | null;
    type: "refusal";
  };
  type ServerToolCaller = {
    tool_id: string;
    type: "code_execution_20250825";
  };
  type ServerToolCaller20260120 = {
    tool_id: string;
    type: "code_execution_20260120";
  };
  type ServerToolUsage = {
    web_fetch_requests?: number;
    web_search_requests: number;
  };
  type ServerToolUseBlock = {
    id: string;
    caller?: DirectCaller | ServerToolCaller | ServerToolCaller20260120 | null;
    input: { [key: string]: unknown };
    name: "web_search" | "web_fetch" | "code_execution" | "bash_code_execution" | "text_editor_code_execution" | "tool_search_tool_regex" | "tool_search_tool_bm25";
    type: "server_tool_use";
  };
  type SignatureDelta = {
    signature: string;
    type: "signature_delta";
  };
  type TextBlock = {
    citations?: Array<CitationCharLocation | CitationPageLocation | CitationContentBlockLocation | CitationsWebSearchResultLocation | CitationsSearchResultLocation> | null;
    text: string;
    type: "text";
  };
  type TextDelta = {
    text: string;
    type: "text_delta";
  };
  type TextEditorCodeExecutionCreateResultBlock = {
    is_file_update: boolean;
    type: "text_editor_code_execution_create_result";
  };
  type TextEditorCodeExecutionStrReplaceResultBlock = {
    lines?: Array<string> | null;
    new_lines?: number | null;
    new_start?: number | null;
    old_lines?: number | null;
    old_start?: number | null;
    type: "text_editor_code_execution_str_replace_result";
  };
  type TextEditorCodeExecutionToolResultBlock = {
    content: TextEditorCodeExecutionToolResultErrorObject | TextEditorCodeExecutionViewResultBlock | TextEditorCodeExecutionCreateResultBlock | TextEditorCodeExecutionStrReplaceResultBlock;
    tool_use_id: string;
    type: "text_editor_code_execution_tool_result";
  };
  type TextEditorCodeExecutionToolResultErrorObject = {
    error_code: "invalid_tool_input" | "unavailable" | "too_many_requests" | "execution_time_exceeded" | "file_not_found";
    error_message?: string | null;
    type: "text_editor_code_execution_tool_result_error";
  };
  type TextEditorCodeExecutionViewResultBlock = {
    content: string;
    file_type: "text" | "image" | "pdf";
    num_lines?: number | null;
    start_line?: number | null;
    total_lines?: number | null;
    type: "text_editor_code_execution_view_result";
  };
  type ThinkingBlock = {
    signature?: string;
    thinking: string;
    type: "thinking";
  };
  type ThinkingDelta = {
    thinking: string;
    type: "thinking_delta";
  };
  type ToolReferenceBlock = {
    tool_name: string;
    type: "tool_reference";
  };
  type ToolSearchToolResultBlock = {
    content: ToolSearchToolResultErrorObject | ToolSearchToolSearchResultBlock;
    tool_use_id: string;
    type: "tool_search_tool_result";
  };
  type ToolSearchToolResultErrorObject = {
    error_code: "invalid_tool_input" | "unavailable" | "too_many_requests" | "execution_time_exceeded";
    error_message?: string | null;
    type: "tool_search_tool_result_error";
  };
  type ToolSearchToolSearchResultBlock = {
    tool_references: Array<ToolReferenceBlock>;
    type: "tool_search_tool_search_result";
  };
  type ToolUseBlock = {
    id: string;
    caller?: DirectCaller | ServerToolCaller | ServerToolCaller20260120 | null;
    input: { [key: string]: unknown };
    name: string;
    type: "tool_use";
    toolset_name?: string | null;
  };
  type Usage = {
    cache_creation?: CacheCreation | null;
    cache_creation_input_tokens?: number | null;
    cache_read_input_tokens?: number | null;
    inference_geo?: string | null;
    input_tokens: number;
    output_tokens: number;
    output_tokens_details?: OutputTokensDetails | null;
    server_tool_use?: ServerToolUsage | null;
    service_tier?: "standard" | "priority" | "batch" | null;
    speed?: "standard" | "fast" | null;
  };
  type WebFetchBlock = {
    content: DocumentBlock;
    retrieved_at?: string | null;
    type: "web_fetch_result";
    url: string;
  };
  type WebFetchToolResultBlock = {
    caller?: DirectCaller | ServerToolCaller | ServerToolCaller20260120 | null;
    content: WebFetchToolResultErrorBlock | WebFetchBlock;
    tool_use_id: string;
    type: "web_fetch_tool_result";
  };
  type WebFetchToolResultErrorBlock = {
    error_code: "invalid_tool_input" | "url_too_long" | "url_not_allowed" | "url_not_in_prior_context" | "url_not_accessible" | "unsupported_content_type" | "too_many_requests" | "max_uses_exceeded" | "unavailable" | "content_too_large";
    type: "web_fetch_tool_result_error";
  };
  type WebSearchResultBlock = {
    encrypted_content: string;
    page_age?: string | null;
    title: string;
    type: "web_search_result";
    url: string;
  };
  type WebSearchToolResultBlock = {
    caller?: DirectCaller | ServerToolCaller | ServerToolCaller20260120 | null;
    content: WebSearchToolResultErrorObject | Array<WebSearchResultBlock>;
    tool_use_id: string;
    type: "web_search_tool_result";
  };
  type WebSearchToolResultErrorObject = {
    error_code: "invalid_tool_input" | "unavailable" | "max_uses_exceeded" | "too_many_requests" | "query_too_long" | "request_too_large";
    type: "web_search_tool_result_error";
  };
  type Root = RawMessageStartEvent | RawMessageDeltaEvent | RawMessageStopEvent | RawContentBlockStartEvent | RawContentBlockDeltaEvent | RawContentBlockStopEvent | Ping | Failure;
}

export declare namespace ChatRequests {
  type Audio = {
    id: string;
  };
  type ChatCompletionAllowedToolChoiceParam = {
    allowed_tools: ChatCompletionAllowedToolsParam;
    type: "allowed_tools";
  };
  type ChatCompletionAllowedToolsParam = {
    mode: "auto" | "required";
    tools: Array<{ [key: string]: unknown }>;
  };
  type ChatCompletionAssistantMessageParam = {
    role: "assistant";
    audio?: Audio | null;
    content?: string | Array<ChatCompletionContentPartTextParam | ChatCompletionContentPartRefusalParam> | null;
    function_call?: FunctionCall | null;
    name?: string;
    refusal?: string | null;
    tool_calls?: Array<ChatCompletionMessageFunctionToolCallParam | ChatCompletionMessageCustomToolCallParam> | null;
  };
  type ChatCompletionAudioParam = {
    format: "wav" | "aac" | "mp3" | "flac" | "opus" | "pcm16";
    voice: string | "alloy" | "ash" | "ballad" | "coral" | "echo" | "sage" | "shimmer" | "verse" | "marin" | "cedar" | VoiceID;
  };
  type ChatCompletionContentPartImageParam = {
    image_url: ImageURL;
    type: "image_url";
    prompt_cache_breakpoint?: PromptCacheBreakpoint;
  };
  type ChatCompletionContentPartInputAudioParam = {
    input_audio: InputAudio;
    type: "input_audio";
    prompt_cache_breakpoint?: PromptCacheBreakpoint;
  };
  type ChatCompletionContentPartRefusalParam = {
    refusal: string;
    type: "refusal";
  };
  type ChatCompletionContentPartTextParam = {
    text: string;
    type: "text";
    prompt_cache_breakpoint?: PromptCacheBreakpoint;
  };
  type ChatCompletionCustomToolParam = {
    custom: openai__types__chat__chat_completion_custom_tool_param__Custom;
    type: "custom";
  };
  type ChatCompletionDeveloperMessageParam = {
    content: string | Array<ChatCompletionContentPartTextParam>;
    role: "developer";
    name?: string;
  };
  type ChatCompletionFunctionCallOptionParam = {
    name: string;
  };
  type ChatCompletionFunctionMessageParam = {
    content: string | null;
    name: string;
    role: "function";
  };
  type ChatCompletionFunctionToolParam = {
    function: FunctionDefinition;
    type: "function";
  };
  type ChatCompletionMessageCustomToolCallParam = {
    id: string;
    custom: openai__types__chat__chat_completion_message_custom_tool_call_param__Custom;
    type: "custom";
  };
  type ChatCompletionMessageFunctionToolCallParam = {
    id: string;
    function: openai__types__chat__chat_completion_message_function_tool_call_param__Function;
    type: "function";
  };
  type ChatCompletionNamedToolChoiceCustomParam = {
    custom: openai__types__chat__chat_completion_named_tool_choice_custom_param__Custom;
    type: "custom";
  };
  type ChatCompletionNamedToolChoiceParam = {
    function: openai__types__chat__chat_completion_named_tool_choice_param__Function;
    type: "function";
  };
  type ChatCompletionPredictionContentParam = {
    content: string | Array<ChatCompletionContentPartTextParam>;
    type: "content";
  };
  type ChatCompletionStreamOptionsParam = {
    include_obfuscation?: boolean;
    include_usage?: boolean;
  };
  type ChatCompletionSystemMessageParam = {
    content: string | Array<ChatCompletionContentPartTextParam>;
    role: "system";
    name?: string;
  };
  type ChatCompletionToolMessageParam = {
    content: string | Array<ChatCompletionContentPartTextParam>;
    role: "tool";
    tool_call_id: string;
  };
  type ChatCompletionUserMessageParam = {
    content: string | Array<ChatCompletionContentPartTextParam | ChatCompletionContentPartImageParam | ChatCompletionContentPartInputAudioParam | File>;
    role: "user";
    name?: string;
  };
  type CompletionCreateParamsNonStreaming = {
    messages: Array<ChatCompletionDeveloperMessageParam | ChatCompletionSystemMessageParam | ChatCompletionUserMessageParam | ChatCompletionAssistantMessageParam | ChatCompletionToolMessageParam | ChatCompletionFunctionMessageParam>;
    model: string | "gpt-6-astra" | "gpt-6.2-astra" | "gpt-6.1-sol" | "gpt-6.2-sol" | "gpt-6.1-terra" | "gpt-6-sol" | "gpt-6-luna" | "gpt-5.6-sol" | "gpt-5.6-terra" | "gpt-5.6-luna" | "gpt-5.5" | "gpt-5.5-2026-04-23" | "gpt-5.4" | "gpt-5.4-mini" | "gpt-5.4-nano" | "gpt-5.4-mini-2026-03-17" | "gpt-5.4-nano-2026-03-17" | "gpt-5.3-chat-latest" | "gpt-5.2" | "gpt-5.2-2025-12-11" | "gpt-5.2-chat-latest" | "gpt-5.2-pro" | "gpt-5.2-pro-2025-12-11" | "gpt-5.1" | "gpt-5.1-2025-11-13" | "gpt-5.1-codex" | "gpt-5.1-mini" | "gpt-5.1-chat-latest" | "gpt-5" | "gpt-5-mini" | "gpt-5-nano" | "gpt-5-2025-08-07" | "gpt-5-mini-2025-08-07" | "gpt-5-nano-2025-08-07" | "gpt-5-chat-latest" | "gpt-4.1" | "gpt-4.1-mini" | "gpt-4.1-nano" | "gpt-4.1-2025-04-14" | "gpt-4.1-mini-2025-04-14" | "gpt-4.1-nano-2025-04-14" | "o4-mini" | "o4-mini-2025-04-16" | "o3" | "o3-2025-04-16" | "o3-mini" | "o3-mini-2025-01-31" | "o1" | "o1-2024-12-17" | "o1-preview" | "o1-preview-2024-09-12" | "o1-mini" | "o1-mini-2024-09-12" | "gpt-4o" | "gpt-4o-2024-11-20" | "gpt-4o-2024-08-06" | "gpt-4o-2024-05-13" | "gpt-audio-mini" | "gpt-audio-mini-2025-12-15" | "gpt-4o-audio-preview" | "gpt-4o-audio-preview-2024-10-01" | "gpt-4o-audio-preview-2024-12-17" | "gpt-4o-audio-preview-2025-06-03" | "gpt-4o-mini-audio-preview" | "gpt-4o-mini-audio-preview-2024-12-17" | "gpt-4o-search-preview" | "gpt-4o-mini-search-preview" | "gpt-4o-search-preview-2025-03-11" | "gpt-4o-mini-search-preview-2025-03-11" | "chatgpt-4o-latest" | "codex-mini-latest" | "gpt-4o-mini" | "gpt-4o-mini-2024-07-18" | "gpt-4-turbo" | "gpt-4-turbo-2024-04-09" | "gpt-4-0125-preview" | "gpt-4-turbo-preview" | "gpt-4-1106-preview" | "gpt-4-vision-preview" | "gpt-4" | "gpt-4-0314" | "gpt-4-0613" | "gpt-4-32k" | "gpt-4-32k-0314" | "gpt-4-32k-0613" | "gpt-3.5-turbo" | "gpt-3.5-turbo-16k" | "gpt-3.5-turbo-0301" | "gpt-3.5-turbo-0613" | "gpt-3.5-turbo-1106" | "gpt-3.5-turbo-0125" | "gpt-3.5-turbo-16k-0613";
    audio?: ChatCompletionAudioParam | null;
    frequency_penalty?: number | null;
    function_call?: "none" | "auto" | ChatCompletionFunctionCallOptionParam;
    functions?: Array<openai__types__chat__completion_create_params__Function>;
    logit_bias?: { [key: string]: number } | null;
    logprobs?: boolean | null;
    max_completion_tokens?: number | null;
    max_tokens?: number | null;
    metadata?: { [key: string]: string } | null;
    modalities?: Array<"text" | "audio"> | null;
    moderation?: Moderation | null;
    n?: number | null;
    parallel_tool_calls?: boolean;
    prediction?: ChatCompletionPredictionContentParam | null;
    presence_penalty?: number | null;
    prompt_cache_key?: string | null;
    prompt_cache_options?: PromptCacheOptions;
    prompt_cache_retention?: "in_memory" | "24h" | null;
    reasoning_effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max" | null;
    response_format?: ResponseFormatText | ResponseFormatJSONSchema | ResponseFormatJSONObject | null;
    safety_identifier?: string | null;
    seed?: number | null;
    service_tier?: "auto" | "default" | "flex" | "scale" | "priority" | "fast" | null;
    stop?: string | Array<string> | null;
    store?: boolean | null;
    stream_options?: ChatCompletionStreamOptionsParam | null;
    temperature?: number | null;
    tool_choice?: "none" | "auto" | "required" | ChatCompletionAllowedToolChoiceParam | ChatCompletionNamedToolChoiceParam | ChatCompletionNamedToolChoiceCustomParam | null;
    tools?: Array<ChatCompletionFunctionToolParam | ChatCompletionCustomToolParam> | null;
    top_logprobs?: number | null;
    top_p?: number | null;
    user?: string;
    verbosity?: "low" | "medium" | "high" | null;
    web_search_options?: WebSearchOptions;
    stream?: false | null;
  };
  type CompletionCreateParamsStreaming = {
    messages: Array<ChatCompletionDeveloperMessageParam | ChatCompletionSystemMessageParam | ChatCompletionUserMessageParam | ChatCompletionAssistantMessageParam | ChatCompletionToolMessageParam | ChatCompletionFunctionMessageParam>;
    model: string | "gpt-6-astra" | "gpt-6.2-astra" | "gpt-6.1-sol" | "gpt-6.2-sol" | "gpt-6.1-terra" | "gpt-6-sol" | "gpt-6-luna" | "gpt-5.6-sol" | "gpt-5.6-terra" | "gpt-5.6-luna" | "gpt-5.5" | "gpt-5.5-2026-04-23" | "gpt-5.4" | "gpt-5.4-mini" | "gpt-5.4-nano" | "gpt-5.4-mini-2026-03-17" | "gpt-5.4-nano-2026-03-17" | "gpt-5.3-chat-latest" | "gpt-5.2" | "gpt-5.2-2025-12-11" | "gpt-5.2-chat-latest" | "gpt-5.2-pro" | "gpt-5.2-pro-2025-12-11" | "gpt-5.1" | "gpt-5.1-2025-11-13" | "gpt-5.1-codex" | "gpt-5.1-mini" | "gpt-5.1-chat-latest" | "gpt-5" | "gpt-5-mini" | "gpt-5-nano" | "gpt-5-2025-08-07" | "gpt-5-mini-2025-08-07" | "gpt-5-nano-2025-08-07" | "gpt-5-chat-latest" | "gpt-4.1" | "gpt-4.1-mini" | "gpt-4.1-nano" | "gpt-4.1-2025-04-14" | "gpt-4.1-mini-2025-04-14" | "gpt-4.1-nano-2025-04-14" | "o4-mini" | "o4-mini-2025-04-16" | "o3" | "o3-2025-04-16" | "o3-mini" | "o3-mini-2025-01-31" | "o1" | "o1-2024-12-17" | "o1-preview" | "o1-preview-2024-09-12" | "o1-mini" | "o1-mini-2024-09-12" | "gpt-4o" | "gpt-4o-2024-11-20" | "gpt-4o-2024-08-06" | "gpt-4o-2024-05-13" | "gpt-audio-mini" | "gpt-audio-mini-2025-12-15" | "gpt-4o-audio-preview" | "gpt-4o-audio-preview-2024-10-01" | "gpt-4o-audio-preview-2024-12-17" | "gpt-4o-audio-preview-2025-06-03" | "gpt-4o-mini-audio-preview" | "gpt-4o-mini-audio-preview-2024-12-17" | "gpt-4o-search-preview" | "gpt-4o-mini-search-preview" | "gpt-4o-search-preview-2025-03-11" | "gpt-4o-mini-search-preview-2025-03-11" | "chatgpt-4o-latest" | "codex-mini-latest" | "gpt-4o-mini" | "gpt-4o-mini-2024-07-18" | "gpt-4-turbo" | "gpt-4-turbo-2024-04-09" | "gpt-4-0125-preview" | "gpt-4-turbo-preview" | "gpt-4-1106-preview" | "gpt-4-vision-preview" | "gpt-4" | "gpt-4-0314" | "gpt-4-0613" | "gpt-4-32k" | "gpt-4-32k-0314" | "gpt-4-32k-0613" | "gpt-3.5-turbo" | "gpt-3.5-turbo-16k" | "gpt-3.5-turbo-0301" | "gpt-3.5-turbo-0613" | "gpt-3.5-turbo-1106" | "gpt-3.5-turbo-0125" | "gpt-3.5-turbo-16k-0613";
    audio?: ChatCompletionAudioParam | null;
    frequency_penalty?: number | null;
    function_call?: "none" | "auto" | ChatCompletionFunctionCallOptionParam;
    functions?: Array<openai__types__chat__completion_create_params__Function>;
    logit_bias?: { [key: string]: number } | null;
    logprobs?: boolean | null;
    max_completion_tokens?: number | null;
    max_tokens?: number | null;
    metadata?: { [key: string]: string } | null;
    modalities?: Array<"text" | "audio"> | null;
    moderation?: Moderation | null;
    n?: number | null;
    parallel_tool_calls?: boolean;
    prediction?: ChatCompletionPredictionContentParam | null;
    presence_penalty?: number | null;
    prompt_cache_key?: string | null;
    prompt_cache_options?: PromptCacheOptions;
    prompt_cache_retention?: "in_memory" | "24h" | null;
    reasoning_effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max" | null;
    response_format?: ResponseFormatText | ResponseFormatJSONSchema | ResponseFormatJSONObject | null;
    safety_identifier?: string | null;
    seed?: number | null;
    service_tier?: "auto" | "default" | "flex" | "scale" | "priority" | "fast" | null;
    stop?: string | Array<string> | null;
    store?: boolean | null;
    stream_options?: ChatCompletionStreamOptionsParam | null;
    temperature?: number | null;
    tool_choice?: "none" | "auto" | "required" | ChatCompletionAllowedToolChoiceParam | ChatCompletionNamedToolChoiceParam | ChatCompletionNamedToolChoiceCustomParam | null;
    tools?: Array<ChatCompletionFunctionToolParam | ChatCompletionCustomToolParam> | null;
    top_logprobs?: number | null;
    top_p?: number | null;
    user?: string;
    verbosity?: "low" | "medium" | "high" | null;
    web_search_options?: WebSearchOptions;
    stream: true;
  };
  type CustomFormatGrammar = {
    grammar: CustomFormatGrammarGrammar;
    type: "grammar";
  };
  type CustomFormatGrammarGrammar = {
    definition: string;
    syntax: "lark" | "regex";
  };
  type CustomFormatText = {
    type: "text";
  };
  type File = {
    file: FileFile;
    type: "file";
    prompt_cache_breakpoint?: FilePromptCacheBreakpoint;
  };
  type FileFile = {
    file_data?: string;
    file_id?: string;
    filename?: string;
  };
  type FilePromptCacheBreakpoint = {
    mode: "explicit";
    ttl?: "30m" | "12h";
  };
  type FunctionCall = {
    arguments: string;
    name: string;
  };
  type FunctionDefinition = {
    name: string;
    description?: string;
    parameters?: { [key: string]: unknown } | null;
    strict?: boolean | null;
  };
  type ImageURL = {
    url: string;
    detail?: "auto" | "low" | "high" | "original";
  };
  type InputAudio = {
    data: string;
    format: "wav" | "mp3";
  };
  type JSONSchema = {
    name: string;
    description?: string;
    schema?: { [key: string]: unknown };
    strict?: boolean | null;
  };
  type Moderation = {
    model: string;
    policy?: ModerationPolicy | null;
  };
  type ModerationPolicy = {
    input?: ModerationPolicyInput | null;
    output?: ModerationPolicyOutput | null;
  };
  type ModerationPolicyInput = {
    mode: "score" | "block";
  };
  type ModerationPolicyOutput = {
    mode: "score" | "block";
  };
  type PromptCacheBreakpoint = {
    mode: "explicit";
    ttl?: "30m" | "12h";
  };
  type PromptCacheOptions = {
    mode?: "implicit" | "explicit";
    ttl?: "30m";
  };
  type ResponseFormatJSONObject = {
    type: "json_object";
  };
  type ResponseFormatJSONSchema = {
    json_schema: JSONSchema;
    type: "json_schema";
  };
  type ResponseFormatText = {
    type: "text";
  };
  type VoiceID = {
    id: string;
  };
  type WebSearchOptions = {
    search_context_size?: "low" | "medium" | "high";
    user_location?: WebSearchOptionsUserLocation | null;
  };
  type WebSearchOptionsUserLocation = {
    approximate: WebSearchOptionsUserLocationApproximate;
    type: "approximate";
  };
  type WebSearchOptionsUserLocationApproximate = {
    city?: string;
    country?: string;
    region?: string;
    timezone?: string;
  };
  type openai__types__chat__chat_completion_custom_tool_param__Custom = {
    name: string;
    description?: string;
    format?: CustomFormatText | CustomFormatGrammar;
  };
  type openai__types__chat__chat_completion_message_custom_tool_call_param__Custom = {
    input: string;
    name: string;
  };
  type openai__types__chat__chat_completion_message_function_tool_call_param__Function = {
    arguments: string;
    name: string;
  };
  type openai__types__chat__chat_completion_named_tool_choice_custom_param__Custom = {
    name: string;
  };
  type openai__types__chat__chat_completion_named_tool_choice_param__Function = {
    name: string;
  };
  type openai__types__chat__completion_create_params__Function = {
    name: string;
    description?: string;
    parameters?: { [key: string]: unknown };
  };
  type Root = CompletionCreateParamsNonStreaming | CompletionCreateParamsStreaming;
}

export declare namespace ChatResponses {
  type Annotation = {
    type: "url_citation";
    url_citation: AnnotationURLCitation;
  };
  type AnnotationURLCitation = {
    end_index: number;
    start_index: number;
    title: string;
    url: string;
  };
  type ChatCompletionAudio = {
    id: string;
    data: string;
    expires_at: number;
    transcript: string;
  };
  type ChatCompletionMessage = {
    content?: string | null;
    refusal?: string | null;
    role: "assistant";
    annotations?: Array<Annotation> | null;
    audio?: ChatCompletionAudio | null;
    function_call?: FunctionCall | null;
    tool_calls?: Array<ChatCompletionMessageFunctionToolCall | ChatCompletionMessageCustomToolCall> | null;
  };
  type ChatCompletionMessageCustomToolCall = {
    id: string;
    custom: Custom;
    type: "custom";
  };
  type ChatCompletionMessageFunctionToolCall = {
    id: string;
    function: Function;
    type: "function";
  };
  type ChatCompletionTokenLogprob = {
    token: string;
    bytes?: Array<number> | null;
    logprob: number;
    top_logprobs: Array<TopLogprob>;
  };
  type Choice = {
    finish_reason: "stop" | "length" | "tool_calls" | "content_filter" | "function_call";
    index: number;
    logprobs?: ChoiceLogprobs | null;
    message: ChatCompletionMessage;
  };
  type ChoiceLogprobs = {
    content?: Array<ChatCompletionTokenLogprob> | null;
    refusal?: Array<ChatCompletionTokenLogprob> | null;
  };
  type CompletionTokensDetails = {
    accepted_prediction_tokens?: number | null;
    audio_tokens?: number | null;
    reasoning_tokens?: number | null;
    rejected_prediction_tokens?: number | null;
    text_tokens?: number | null;
  };
  type CompletionUsage = {
    completion_tokens: number;
    prompt_tokens: number;
    total_tokens: number;
    completion_tokens_details?: CompletionTokensDetails | null;
    prompt_tokens_details?: PromptTokensDetails | null;
  };
  type Custom = {
    input: string;
    name: string;
  };
  type Function = {
    arguments: string;
    name: string;
  };
  type FunctionCall = {
    arguments: string;
    name: string;
  };
  type Moderation = {
    input: ModerationInputModerationResults | ModerationInputError;
    output: ModerationOutputModerationResults | ModerationOutputError;
  };
  type ModerationInputError = {
    code: string;
    message: string;
    type: "error";
  };
  type ModerationInputModerationResults = {
    model: string;
    results: Array<ModerationInputModerationResultsResult>;
    type: "moderation_results";
  };
  type ModerationInputModerationResultsResult = {
    categories: { [key: string]: boolean };
    category_applied_input_types: { [key: string]: Array<"text" | "image"> };
    category_scores: { [key: string]: number };
    flagged: boolean;
    model: string;
    type: "moderation_result";
  };
  type ModerationOutputError = {
    code: string;
    message: string;
    type: "error";
  };
  type ModerationOutputModerationResults = {
    model: string;
    results: Array<ModerationOutputModerationResultsResult>;
    type: "moderation_results";
  };
  type ModerationOutputModerationResultsResult = {
    categories: { [key: string]: boolean };
    category_applied_input_types: { [key: string]: Array<"text" | "image"> };
    category_scores: { [key: string]: number };
    flagged: boolean;
    model: string;
    type: "moderation_result";
  };
  type PromptTokensDetails = {
    audio_tokens?: number | null;
    cache_write_tokens?: number | null;
    cached_tokens?: number | null;
    image_tokens?: number | null;
    text_tokens?: number | null;
  };
  type TopLogprob = {
    token: string;
    bytes?: Array<number> | null;
    logprob: number;
  };
  type Root = {
    id: string;
    choices: Array<Choice>;
    created: number;
    model: string;
    object: "chat.completion";
    metadata?: { [key: string]: string } | null;
    moderation?: Moderation | null;
    service_tier?: "auto" | "default" | "flex" | "scale" | "priority" | "fast" | null;
    system_fingerprint?: string | null;
    usage?: CompletionUsage | null;
  };
}

export declare namespace ChatChunks {
  type ChatCompletionTokenLogprob = {
    token: string;
    bytes?: Array<number> | null;
    logprob: number;
    top_logprobs: Array<TopLogprob>;
  };
  type Choice = {
    delta: ChoiceDelta;
    index: number;
    finish_reason?: "stop" | "length" | "tool_calls" | "content_filter" | "function_call" | null;
    logprobs?: ChoiceLogprobs | null;
  };
  type ChoiceDelta = {
    audio?: ChoiceDeltaAudio | null;
    content?: string | null;
    function_call?: ChoiceDeltaFunctionCall | null;
    refusal?: string | null;
    role?: "developer" | "system" | "user" | "assistant" | "tool" | null;
    tool_calls?: Array<ChoiceDeltaToolCall> | null;
  };
  type ChoiceDeltaAudio = {
    id?: string | null;
    data?: string | null;
    expires_at?: number | null;
    transcript?: string | null;
  };
  type ChoiceDeltaFunctionCall = {
    arguments?: string | null;
    name?: string | null;
  };
  type ChoiceDeltaToolCall = {
    index: number;
    id?: string | null;
    function?: ChoiceDeltaToolCallFunction | null;
    type?: "function" | null | "custom";
    custom?: {
      name?: string | null;
      input?: string | null;
    } | null;
  };
  type ChoiceDeltaToolCallFunction = {
    arguments?: string | null;
    name?: string | null;
  };
  type ChoiceLogprobs = {
    content?: Array<ChatCompletionTokenLogprob> | null;
    refusal?: Array<ChatCompletionTokenLogprob> | null;
  };
  type CompletionTokensDetails = {
    accepted_prediction_tokens?: number | null;
    audio_tokens?: number | null;
    reasoning_tokens?: number | null;
    rejected_prediction_tokens?: number | null;
    text_tokens?: number | null;
  };
  type CompletionUsage = {
    completion_tokens: number;
    prompt_tokens: number;
    total_tokens: number;
    completion_tokens_details?: CompletionTokensDetails | null;
    prompt_tokens_details?: PromptTokensDetails | null;
  };
  type Moderation = {
    input: ModerationInputModerationResults | ModerationInputError;
    output: ModerationOutputModerationResults | ModerationOutputError;
  };
  type ModerationInputError = {
    code: string;
    message: string;
    type: "error";
  };
  type ModerationInputModerationResults = {
    model: string;
    results: Array<ModerationInputModerationResultsResult>;
    type: "moderation_results";
  };
  type ModerationInputModerationResultsResult = {
    categories: { [key: string]: boolean };
    category_applied_input_types: { [key: string]: Array<"text" | "image"> };
    category_scores: { [key: string]: number };
    flagged: boolean;
    model: string;
    type: "moderation_result";
  };
  type ModerationOutputError = {
    code: string;
    message: string;
    type: "error";
  };
  type ModerationOutputModerationResults = {
    model: string;
    results: Array<ModerationOutputModerationResultsResult>;
    type: "moderation_results";
  };
  type ModerationOutputModerationResultsResult = {
    categories: { [key: string]: boolean };
    category_applied_input_types: { [key: string]: Array<"text" | "image"> };
    category_scores: { [key: string]: number };
    flagged: boolean;
    model: string;
    type: "moderation_result";
  };
  type PromptTokensDetails = {
    audio_tokens?: number | null;
    cache_write_tokens?: number | null;
    cached_tokens?: number | null;
    image_tokens?: number | null;
    text_tokens?: number | null;
  };
  type TopLogprob = {
    token: string;
    bytes?: Array<number> | null;
    logprob: number;
  };
  type Root = {
    id: string;
    choices: Array<Choice>;
    created: number;
    model: string;
    object: "chat.completion.chunk";
    moderation?: Moderation | null;
    obfuscation?: string | null;
    service_tier?: "auto" | "default" | "flex" | "scale" | "priority" | "fast" | null;
    system_fingerprint?: string | null;
    usage?: CompletionUsage | null;
  };
}

export declare namespace GeminiRequests {
  type ApiAuth = {
    apiKeyConfig?: ApiAuthApiKeyConfig | null;
    api_key_config?: ApiAuthApiKeyConfig | null;
  };
  type ApiAuthApiKeyConfig = {
    apiKeySecretVersion?: string | null;
    api_key_secret_version?: string | null;
    apiKeyString?: string | null;
    api_key_string?: string | null;
  };
  type ApiKeyConfig = {
    apiKeySecret?: string | null;
    api_key_secret?: string | null;
    apiKeyString?: string | null;
    api_key_string?: string | null;
    httpElementLocation?: HttpElementLocation | null;
    http_element_location?: HttpElementLocation | null;
    name?: string | null;
  };
  type ApiSpec = "API_SPEC_UNSPECIFIED" | "SIMPLE_SEARCH" | "ELASTIC_SEARCH";
  type AspectRatio = "ASPECT_RATIO_UNSPECIFIED" | "ASPECT_RATIO_ONE_BY_ONE" | "ASPECT_RATIO_TWO_BY_THREE" | "ASPECT_RATIO_THREE_BY_TWO" | "ASPECT_RATIO_THREE_BY_FOUR" | "ASPECT_RATIO_FOUR_BY_THREE" | "ASPECT_RATIO_FOUR_BY_FIVE" | "ASPECT_RATIO_FIVE_BY_FOUR" | "ASPECT_RATIO_NINE_BY_SIXTEEN" | "ASPECT_RATIO_SIXTEEN_BY_NINE" | "ASPECT_RATIO_TWENTY_ONE_BY_NINE" | "ASPECT_RATIO_ONE_BY_EIGHT" | "ASPECT_RATIO_EIGHT_BY_ONE" | "ASPECT_RATIO_ONE_BY_FOUR" | "ASPECT_RATIO_FOUR_BY_ONE";
  type AudioMetadata = {
    startOffset?: string | null;
    start_offset?: string | null;
    endOffset?: string | null;
    end_offset?: string | null;
  };
  type AudioResponseFormat = {
    bitRate?: number | null;
    bit_rate?: number | null;
    delivery?: Delivery | null;
    mimeType?: string | null;
    mime_type?: string | null;
    sampleRate?: number | null;
    sample_rate?: number | null;
  };
  type AudioTranscriptionConfig = {
    languageCodes?: Array<string> | null;
    language_codes?: Array<string> | null;
    languageAuto?: LanguageAuto | null;
    language_auto?: LanguageAuto | null;
    languageHints?: LanguageHints | null;
    language_hints?: LanguageHints | null;
    customVocabulary?: Array<string> | null;
    custom_vocabulary?: Array<string> | null;
    adaptationPhrases?: Array<string> | null;
    adaptation_phrases?: Array<string> | null;
    wordTimestamp?: boolean | null;
    word_timestamp?: boolean | null;
    diarization?: boolean | null;
    mode?: AudioTranscriptionConfigMode | null;
    sourceText?: string | null;
    source_text?: string | null;
  };
  type AudioTranscriptionConfigMode = "MODE_UNSPECIFIED" | "VERBATIM" | "SMART";
  type AuthConfig = {
    apiKey?: string | null;
    api_key?: string | null;
    apiKeyConfig?: ApiKeyConfig | null;
    api_key_config?: ApiKeyConfig | null;
    authType?: AuthType | null;
    auth_type?: AuthType | null;
    googleServiceAccountConfig?: AuthConfigGoogleServiceAccountConfig | null;
    google_service_account_config?: AuthConfigGoogleServiceAccountConfig | null;
    httpBasicAuthConfig?: AuthConfigHttpBasicAuthConfig | null;
    http_basic_auth_config?: AuthConfigHttpBasicAuthConfig | null;
    oauthConfig?: AuthConfigOauthConfig | null;
    oauth_config?: AuthConfigOauthConfig | null;
    oidcConfig?: AuthConfigOidcConfig | null;
    oidc_config?: AuthConfigOidcConfig | null;
  };
  type AuthConfigGoogleServiceAccountConfig = {
    serviceAccount?: string | null;
    service_account?: string | null;
  };
  type AuthConfigHttpBasicAuthConfig = {
    credentialSecret?: string | null;
    credential_secret?: string | null;
  };
  type AuthConfigOauthConfig = {
    accessToken?: string | null;
    access_token?: string | null;
    serviceAccount?: string | null;
    service_account?: string | null;
  };
  type AuthConfigOidcConfig = {
    idToken?: string | null;
    id_token?: string | null;
    serviceAccount?: string | null;
    service_account?: string | null;
  };
  type AuthType = "AUTH_TYPE_UNSPECIFIED" | "NO_AUTH" | "API_KEY_AUTH" | "HTTP_BASIC_AUTH" | "GOOGLE_SERVICE_ACCOUNT_AUTH" | "OAUTH" | "OIDC_AUTH";
  type Behavior = "UNSPECIFIED" | "BLOCKING" | "NON_BLOCKING";
  type Blob = {
    data?: string | null;
    displayName?: string | null;
    display_name?: string | null;
    mimeType?: string | null;
    mime_type?: string | null;
  };
  type CodeExecutionResult = {
    outcome?: Outcome | null;
    output?: string | null;
    id?: string | null;
  };
  type ComputerUse = {
    environment?: Environment | null;
    excludedPredefinedFunctions?: Array<string> | null;
    excluded_predefined_functions?: Array<string> | null;
    enablePromptInjectionDetection?: boolean | null;
    enable_prompt_injection_detection?: boolean | null;
    disabledSafetyPolicies?: Array<SafetyPolicy> | null;
    disabled_safety_policies?: Array<SafetyPolicy> | null;
  };
  type Content = {
    parts?: Array<Part> | null;
    role?: string | null;
  };
  type Delivery = "DELIVERY_UNSPECIFIED" | "INLINE" | "URI";
  type DocumentMetadata = {
    startPage?: number | null;
    start_page?: number | null;
    endPage?: number | null;
    end_page?: number | null;
    contentLayers?: Array<DocumentMetadataContentLayer> | null;
    content_layers?: Array<DocumentMetadataContentLayer> | null;
  };
  type DocumentMetadataContentLayer = "CONTENT_LAYER_UNSPECIFIED" | "PAGE_IMAGE" | "PAGE_TEXT";
  type DynamicRetrievalConfig = {
    dynamicThreshold?: number | null;
    dynamic_threshold?: number | null;
    mode?: DynamicRetrievalConfigMode | null;
  };
  type DynamicRetrievalConfigMode = "MODE_UNSPECIFIED" | "MODE_DYNAMIC";
  type EnterpriseWebSearch = {
    blockingConfidence?: PhishBlockThreshold | null;
    blocking_confidence?: PhishBlockThreshold | null;
    excludeDomains?: Array<string> | null;
    exclude_domains?: Array<string> | null;
  };
  type Environment = "ENVIRONMENT_UNSPECIFIED" | "ENVIRONMENT_BROWSER" | "ENVIRONMENT_MOBILE" | "ENVIRONMENT_DESKTOP";
  type ExecutableCode = {
    code?: string | null;
    language?: Language | null;
    id?: string | null;
  };
  type ExternalApi = {
    apiAuth?: ApiAuth | null;
    api_auth?: ApiAuth | null;
    apiSpec?: ApiSpec | null;
    api_spec?: ApiSpec | null;
    authConfig?: AuthConfig | null;
    auth_config?: AuthConfig | null;
    elasticSearchParams?: ExternalApiElasticSearchParams | null;
    elastic_search_params?: ExternalApiElasticSearchParams | null;
    endpoint?: string | null;
    simpleSearchParams?: ExternalApiSimpleSearchParams | null;
    simple_search_params?: ExternalApiSimpleSearchParams | null;
  };
  type ExternalApiElasticSearchParams = {
    index?: string | null;
    numHits?: number | null;
    num_hits?: number | null;
    searchTemplate?: string | null;
    search_template?: string | null;
  };
  type ExternalApiSimpleSearchParams = { [key: string]: unknown };
  type FeatureSelectionPreference = "FEATURE_SELECTION_PREFERENCE_UNSPECIFIED" | "PRIORITIZE_QUALITY" | "BALANCED" | "PRIORITIZE_COST";
  type FileData = {
    displayName?: string | null;
    display_name?: string | null;
    fileUri?: string | null;
    file_uri?: string | null;
    mimeType?: string | null;
    mime_type?: string | null;
  };
  type FileSearch = {
    fileSearchStoreNames?: Array<string> | null;
    file_search_store_names?: Array<string> | null;
    topK?: number | null;
    top_k?: number | null;
    metadataFilter?: string | null;
    metadata_filter?: string | null;
  };
  type FunctionCall = {
    id?: string | null;
    args?: { [key: string]: unknown } | null;
    name?: string | null;
    partialArgs?: Array<PartialArg> | null;
    partial_args?: Array<PartialArg> | null;
    willContinue?: boolean | null;
    will_continue?: boolean | null;
  };
  type FunctionCallingConfig = {
    allowedFunctionNames?: Array<string> | null;
    allowed_function_names?: Array<string> | null;
    mode?: FunctionCallingConfigMode | null;
    streamFunctionCallArguments?: boolean | null;
    stream_function_call_arguments?: boolean | null;
  };
  type FunctionCallingConfigMode = "MODE_UNSPECIFIED" | "AUTO" | "ANY" | "NONE" | "VALIDATED";
  type FunctionDeclaration = {
    description?: string | null;
    name?: string | null;
    parameters?: Schema | null;
    parametersJsonSchema?: { [key: string]: unknown } | null;
    parameters_json_schema?: { [key: string]: unknown } | null;
    response?: Schema | null;
    responseJsonSchema?: { [key: string]: unknown } | null;
    response_json_schema?: { [key: string]: unknown } | null;
    behavior?: Behavior | null;
  };
  type FunctionResponse = {
    willContinue?: boolean | null;
    will_continue?: boolean | null;
    scheduling?: FunctionResponseScheduling | null;
    parts?: Array<FunctionResponsePart> | null;
    id?: string | null;
    name?: string | null;
    response?: { [key: string]: unknown } | null;
  };
  type FunctionResponseBlob = {
    mimeType?: string | null;
    mime_type?: string | null;
    data?: string | null;
    displayName?: string | null;
    display_name?: string | null;
  };
  type FunctionResponseFileData = {
    fileUri?: string | null;
    file_uri?: string | null;
    mimeType?: string | null;
    mime_type?: string | null;
    displayName?: string | null;
    display_name?: string | null;
  };
  type FunctionResponsePart = {
    inlineData?: FunctionResponseBlob | null;
    inline_data?: FunctionResponseBlob | null;
    fileData?: FunctionResponseFileData | null;
    file_data?: FunctionResponseFileData | null;
    mediaProcessing?: MediaProcessing | null;
    media_processing?: MediaProcessing | null;
    mediaResolution?: PartMediaResolution | null;
    media_resolution?: PartMediaResolution | null;
    videoMetadata?: VideoMetadata | null;
    video_metadata?: VideoMetadata | null;
    documentMetadata?: DocumentMetadata | null;
    document_metadata?: DocumentMetadata | null;
    spreadsheetMetadata?: SpreadsheetMetadata | null;
    spreadsheet_metadata?: SpreadsheetMetadata | null;
    audioMetadata?: AudioMetadata | null;
    audio_metadata?: AudioMetadata | null;
  };
  type FunctionResponseScheduling = "SCHEDULING_UNSPECIFIED" | "SILENT" | "WHEN_IDLE" | "INTERRUPT";
  type GenerationConfig = {
    modelSelectionConfig?: ModelSelectionConfig | null;
    model_selection_config?: ModelSelectionConfig | null;
    responseJsonSchema?: { [key: string]: unknown } | null;
    response_json_schema?: { [key: string]: unknown } | null;
    audioTimestamp?: boolean | null;
    audio_timestamp?: boolean | null;
    candidateCount?: number | null;
    candidate_count?: number | null;
    enableAffectiveDialog?: boolean | null;
    enable_affective_dialog?: boolean | null;
    frequencyPenalty?: number | null;
    frequency_penalty?: number | null;
    logprobs?: number | null;
    maxOutputTokens?: number | null;
    max_output_tokens?: number | null;
    mediaResolution?: MediaResolution | null;
    media_resolution?: MediaResolution | null;
    presencePenalty?: number | null;
    presence_penalty?: number | null;
    responseLogprobs?: boolean | null;
    response_logprobs?: boolean | null;
    responseMimeType?: string | null;
    response_mime_type?: string | null;
    responseModalities?: Array<Modality> | null;
    response_modalities?: Array<Modality> | null;
    responseSchema?: Schema | null;
    response_schema?: Schema | null;
    routingConfig?: GenerationConfigRoutingConfig | null;
    routing_config?: GenerationConfigRoutingConfig | null;
    seed?: number | null;
    speechConfig?: SpeechConfig | null;
    speech_config?: SpeechConfig | null;
    stopSequences?: Array<string> | null;
    stop_sequences?: Array<string> | null;
    temperature?: number | null;
    thinkingConfig?: ThinkingConfig | null;
    thinking_config?: ThinkingConfig | null;
    topK?: number | null;
    top_k?: number | null;
    topP?: number | null;
    top_p?: number | null;
    enableEnhancedCivicAnswers?: boolean | null;
    enable_enhanced_civic_answers?: boolean | null;
    responseFormat?: Array<ResponseFormat> | null;
    response_format?: Array<ResponseFormat> | null;
    translationConfig?: TranslationConfig | null;
    translation_config?: TranslationConfig | null;
    audioTranscriptionConfig?: AudioTranscriptionConfig | null;
    audio_transcription_config?: AudioTranscriptionConfig | null;
    imageConfig?: { [key: string]: unknown };
    image_config?: { [key: string]: unknown };
    modelConfig?: { [key: string]: unknown };
    model_config?: { [key: string]: unknown };
  };
  type GenerationConfigRoutingConfig = {
    autoMode?: GenerationConfigRoutingConfigAutoRoutingMode | null;
    auto_mode?: GenerationConfigRoutingConfigAutoRoutingMode | null;
    manualMode?: GenerationConfigRoutingConfigManualRoutingMode | null;
    manual_mode?: GenerationConfigRoutingConfigManualRoutingMode | null;
  };
  type GenerationConfigRoutingConfigAutoRoutingMode = {
    modelRoutingPreference?: "UNKNOWN" | "PRIORITIZE_QUALITY" | "BALANCED" | "PRIORITIZE_COST" | null;
    model_routing_preference?: "UNKNOWN" | "PRIORITIZE_QUALITY" | "BALANCED" | "PRIORITIZE_COST" | null;
  };
  type GenerationConfigRoutingConfigManualRoutingMode = {
    modelName?: string | null;
    model_name?: string | null;
  };
  type GoogleMaps = {
    authConfig?: AuthConfig | null;
    auth_config?: AuthConfig | null;
    enableWidget?: boolean | null;
    enable_widget?: boolean | null;
    groundingTypes?: GoogleMapsGroundingTypes | null;
    grounding_types?: GoogleMapsGroundingTypes | null;
  };
  type GoogleMapsGroundingTypes = {
    places?: GoogleMapsPlaces | null;
    routing?: GoogleMapsRouting | null;
  };
  type GoogleMapsPlaces = { [key: string]: unknown };
  type GoogleMapsRouting = { [key: string]: unknown };
  type GoogleSearch = {
    searchTypes?: SearchTypes | null;
    search_types?: SearchTypes | null;
    blockingConfidence?: PhishBlockThreshold | null;
    blocking_confidence?: PhishBlockThreshold | null;
    excludeDomains?: Array<string> | null;
    exclude_domains?: Array<string> | null;
    timeRangeFilter?: Interval | null;
    time_range_filter?: Interval | null;
  };
  type GoogleSearchRetrieval = {
    dynamicRetrievalConfig?: DynamicRetrievalConfig | null;
    dynamic_retrieval_config?: DynamicRetrievalConfig | null;
  };
  type HarmBlockMethod = "HARM_BLOCK_METHOD_UNSPECIFIED" | "SEVERITY" | "PROBABILITY";
  type HarmBlockThreshold = "HARM_BLOCK_THRESHOLD_UNSPECIFIED" | "BLOCK_LOW_AND_ABOVE" | "BLOCK_MEDIUM_AND_ABOVE" | "BLOCK_ONLY_HIGH" | "BLOCK_NONE" | "OFF";
  type HarmCategory = "HARM_CATEGORY_UNSPECIFIED" | "HARM_CATEGORY_HARASSMENT" | "HARM_CATEGORY_HATE_SPEECH" | "HARM_CATEGORY_SEXUALLY_EXPLICIT" | "HARM_CATEGORY_DANGEROUS_CONTENT" | "HARM_CATEGORY_CIVIC_INTEGRITY" | "HARM_CATEGORY_JAILBREAK" | "HARM_CATEGORY_IMAGE_HATE" | "HARM_CATEGORY_IMAGE_DANGEROUS_CONTENT" | "HARM_CATEGORY_IMAGE_HARASSMENT" | "HARM_CATEGORY_IMAGE_SEXUALLY_EXPLICIT";
  type HttpElementLocation = "HTTP_IN_UNSPECIFIED" | "HTTP_IN_QUERY" | "HTTP_IN_HEADER" | "HTTP_IN_PATH" | "HTTP_IN_BODY" | "HTTP_IN_COOKIE";
  type ImageResponseFormat = {
    aspectRatio?: AspectRatio | null;
    aspect_ratio?: AspectRatio | null;
    delivery?: Delivery | null;
    imageSize?: ImageSize | null;
    image_size?: ImageSize | null;
    mimeType?: string | null;
    mime_type?: string | null;
  };
  type ImageSearch = { [key: string]: unknown };
  type ImageSize = "IMAGE_SIZE_UNSPECIFIED" | "IMAGE_SIZE_FIVE_TWELVE" | "IMAGE_SIZE_ONE_K" | "IMAGE_SIZE_TWO_K" | "IMAGE_SIZE_FOUR_K";
  type Interval = {
    endTime?: string | null;
    end_time?: string | null;
    startTime?: string | null;
    start_time?: string | null;
  };
  type Language = "LANGUAGE_UNSPECIFIED" | "PYTHON";
  type LanguageAuto = { [key: string]: unknown };
  type LanguageHints = {
    languageCodes?: Array<string> | null;
    language_codes?: Array<string> | null;
  };
  type LatLng = {
    latitude?: number | null;
    longitude?: number | null;
  };
  type McpServer = {
    name?: string | null;
    streamableHttpTransport?: StreamableHttpTransport | null;
    streamable_http_transport?: StreamableHttpTransport | null;
  };
  type MediaProcessing = "MEDIA_PROCESSING_UNSPECIFIED" | "STATIC" | "AGENTIC";
  type MediaResolution = "MEDIA_RESOLUTION_UNSPECIFIED" | "MEDIA_RESOLUTION_LOW" | "MEDIA_RESOLUTION_MEDIUM" | "MEDIA_RESOLUTION_HIGH";
  type Modality = "MODALITY_UNSPECIFIED" | "TEXT" | "IMAGE" | "AUDIO" | "VIDEO";
  type ModelSelectionConfig = {
    featureSelectionPreference?: FeatureSelectionPreference | null;
    feature_selection_preference?: FeatureSelectionPreference | null;
  };
  type MultiSpeakerVoiceConfig = {
    speakerVoiceConfigs?: Array<SpeakerVoiceConfig> | null;
    speaker_voice_configs?: Array<SpeakerVoiceConfig> | null;
  };
  type Outcome = "OUTCOME_UNSPECIFIED" | "OUTCOME_OK" | "OUTCOME_FAILED" | "OUTCOME_DEADLINE_EXCEEDED";
  type Part = {
    mediaResolution?: PartMediaResolution | null;
    media_resolution?: PartMediaResolution | null;
    codeExecutionResult?: CodeExecutionResult | null;
    code_execution_result?: CodeExecutionResult | null;
    executableCode?: ExecutableCode | null;
    executable_code?: ExecutableCode | null;
    fileData?: FileData | null;
    file_data?: FileData | null;
    functionCall?: FunctionCall | null;
    function_call?: FunctionCall | null;
    functionResponse?: FunctionResponse | null;
    function_response?: FunctionResponse | null;
    inlineData?: Blob | null;
    inline_data?: Blob | null;
    text?: string | null;
    thought?: boolean | null;
    thoughtSignature?: string | null;
    thought_signature?: string | null;
    videoMetadata?: VideoMetadata | null;
    video_metadata?: VideoMetadata | null;
    toolCall?: ToolCall | null;
    tool_call?: ToolCall | null;
    toolResponse?: ToolResponse | null;
    tool_response?: ToolResponse | null;
    partMetadata?: { [key: string]: unknown } | null;
    part_metadata?: { [key: string]: unknown } | null;
    audioTranscription?: Transcription | null;
    audio_transcription?: Transcription | null;
    mediaProcessing?: MediaProcessing | null;
    media_processing?: MediaProcessing | null;
    speechMetadata?: SpeechMetadata | null;
    speech_metadata?: SpeechMetadata | null;
    documentMetadata?: DocumentMetadata | null;
    document_metadata?: DocumentMetadata | null;
    spreadsheetMetadata?: SpreadsheetMetadata | null;
    spreadsheet_metadata?: SpreadsheetMetadata | null;
    audioMetadata?: AudioMetadata | null;
    audio_metadata?: AudioMetadata | null;
  };
  type PartMediaResolution = {
    level?: PartMediaResolutionLevel | null;
    numTokens?: number | null;
    num_tokens?: number | null;
  };
  type PartMediaResolutionLevel = "MEDIA_RESOLUTION_UNSPECIFIED" | "MEDIA_RESOLUTION_LOW" | "MEDIA_RESOLUTION_MEDIUM" | "MEDIA_RESOLUTION_HIGH" | "MEDIA_RESOLUTION_ULTRA_HIGH";
  type PartialArg = {
    boolValue?: boolean | null;
    bool_value?: boolean | null;
    jsonPath?: string | null;
    json_path?: string | null;
    nullValue?: "NULL_VALUE" | null;
    null_value?: "NULL_VALUE" | null;
    numberValue?: number | null;
    number_value?: number | null;
    stringValue?: string | null;
    string_value?: string | null;
    willContinue?: boolean | null;
    will_continue?: boolean | null;
  };
  type PhishBlockThreshold = "PHISH_BLOCK_THRESHOLD_UNSPECIFIED" | "BLOCK_LOW_AND_ABOVE" | "BLOCK_MEDIUM_AND_ABOVE" | "BLOCK_HIGH_AND_ABOVE" | "BLOCK_HIGHER_AND_ABOVE" | "BLOCK_VERY_HIGH_AND_ABOVE" | "BLOCK_ONLY_EXTREMELY_HIGH";
  type PrebuiltVoiceConfig = {
    voiceName?: string | null;
    voice_name?: string | null;
  };
  type RagRetrievalConfig = {
    filter?: RagRetrievalConfigFilter | null;
    hybridSearch?: RagRetrievalConfigHybridSearch | null;
    hybrid_search?: RagRetrievalConfigHybridSearch | null;
    ranking?: RagRetrievalConfigRanking | null;
    topK?: number | null;
    top_k?: number | null;
  };
  type RagRetrievalConfigFilter = {
    metadataFilter?: string | null;
    metadata_filter?: string | null;
    vectorDistanceThreshold?: number | null;
    vector_distance_threshold?: number | null;
    vectorSimilarityThreshold?: number | null;
    vector_similarity_threshold?: number | null;
  };
  type RagRetrievalConfigHybridSearch = {
    alpha?: number | null;
  };
  type RagRetrievalConfigRanking = {
    llmRanker?: RagRetrievalConfigRankingLlmRanker | null;
    llm_ranker?: RagRetrievalConfigRankingLlmRanker | null;
    rankService?: RagRetrievalConfigRankingRankService | null;
    rank_service?: RagRetrievalConfigRankingRankService | null;
  };
  type RagRetrievalConfigRankingLlmRanker = {
    modelName?: string | null;
    model_name?: string | null;
  };
  type RagRetrievalConfigRankingRankService = {
    modelName?: string | null;
    model_name?: string | null;
  };
  type ReplicatedVoiceConfig = {
    mimeType?: string | null;
    mime_type?: string | null;
    voiceSampleAudio?: string | null;
    voice_sample_audio?: string | null;
    consentAudio?: string | null;
    consent_audio?: string | null;
    voiceConsentSignature?: VoiceConsentSignature | null;
    voice_consent_signature?: VoiceConsentSignature | null;
  };
  type Request = {
    contents: Array<Content>;
    systemInstruction?: Content | null;
    system_instruction?: Content | null;
    generationConfig?: GenerationConfig | null;
    generation_config?: GenerationConfig | null;
    tools?: Array<Tool> | null | Tool;
    toolConfig?: ToolConfig | null;
    tool_config?: ToolConfig | null;
    safetySettings?: Array<SafetySetting> | null;
    safety_settings?: Array<SafetySetting> | null;
    cachedContent?: string | null;
    cached_content?: string | null;
    labels?: { [key: string]: unknown } | null;
    serviceTier?: ServiceTier | null;
    service_tier?: ServiceTier | null;
    store?: boolean | null;
    model?: string;
    stream?: boolean;
    modelArmorConfig?: { [key: string]: unknown };
    model_armor_config?: { [key: string]: unknown };
    outputConfig?: { [key: string]: unknown };
    output_config?: { [key: string]: unknown };
    continuationToken?: string;
    continuation_token?: string;
  };
  type ResponseFormat = {
    audio?: AudioResponseFormat | null;
    image?: ImageResponseFormat | null;
    text?: TextResponseFormat | null;
    video?: VideoResponseFormat | null;
  };
  type Retrieval = {
    disableAttribution?: boolean | null;
    disable_attribution?: boolean | null;
    externalApi?: ExternalApi | null;
    external_api?: ExternalApi | null;
    vertexAiSearch?: VertexAISearch | null;
    vertex_ai_search?: VertexAISearch | null;
    vertexRagStore?: VertexRagStore | null;
    vertex_rag_store?: VertexRagStore | null;
  };
  type RetrievalConfig = {
    latLng?: LatLng | null;
    lat_lng?: LatLng | null;
    languageCode?: string | null;
    language_code?: string | null;
  };
  type SafetyPolicy = "SAFETY_POLICY_UNSPECIFIED" | "FINANCIAL_TRANSACTIONS" | "SENSITIVE_DATA_MODIFICATION" | "COMMUNICATION_TOOL" | "ACCOUNT_CREATION" | "DATA_MODIFICATION" | "USER_CONSENT_MANAGEMENT" | "LEGAL_TERMS_AND_AGREEMENTS";
  type SafetySetting = {
    category?: HarmCategory | null;
    method?: HarmBlockMethod | null;
    threshold?: HarmBlockThreshold | null;
  };
  type Schema = {
    additionalProperties?: { [key: string]: unknown } | null;
    additional_properties?: { [key: string]: unknown } | null;
    defs?: { [key: string]: Schema } | null;
    ref?: string | null;
    anyOf?: Array<Schema> | null;
    any_of?: Array<Schema> | null;
    default?: { [key: string]: unknown } | null;
    description?: string | null;
    enum?: Array<string> | null;
    example?: { [key: string]: unknown } | null;
    format?: string | null;
    items?: Schema | null;
    maxItems?: number | null | string;
    max_items?: number | null | string;
    maxLength?: number | null | string;
    max_length?: number | null | string;
    maxProperties?: number | null | string;
    max_properties?: number | null | string;
    maximum?: number | null;
    minItems?: number | null | string;
    min_items?: number | null | string;
    minLength?: number | null | string;
    min_length?: number | null | string;
    minProperties?: number | null | string;
    min_properties?: number | null | string;
    minimum?: number | null;
    nullable?: boolean | null;
    pattern?: string | null;
    properties?: { [key: string]: Schema } | null;
    propertyOrdering?: Array<string> | null;
    property_ordering?: Array<string> | null;
    required?: Array<string> | null;
    title?: string | null;
    type?: Type | null | "type_unspecified" | "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";
  };
  type SearchTypes = {
    webSearch?: WebSearch | null;
    web_search?: WebSearch | null;
    imageSearch?: ImageSearch | null;
    image_search?: ImageSearch | null;
  };
  type ServiceTier = "unspecified" | "flex" | "standard" | "priority";
  type SpeakerVoiceConfig = {
    speaker?: string | null;
    voiceConfig?: VoiceConfig | null;
    voice_config?: VoiceConfig | null;
  };
  type SpeechConfig = {
    voiceConfig?: VoiceConfig | null;
    voice_config?: VoiceConfig | null;
    languageCode?: string | null;
    language_code?: string | null;
    multiSpeakerVoiceConfig?: MultiSpeakerVoiceConfig | null;
    multi_speaker_voice_config?: MultiSpeakerVoiceConfig | null;
  };
  type SpeechMetadata = {
    speaker?: string | null;
    style?: string | null;
  };
  type SpreadsheetMetadata = {
    visibleCells?: string | null;
    visible_cells?: string | null;
    sheetIndex?: number | null;
    sheet_index?: number | null;
    contentLayers?: Array<SpreadsheetMetadataContentLayer> | null;
    content_layers?: Array<SpreadsheetMetadataContentLayer> | null;
  };
  type SpreadsheetMetadataContentLayer = "CONTENT_LAYER_UNSPECIFIED" | "DATA" | "FORMULAS" | "VISUAL";
  type StreamableHttpTransport = {
    headers?: { [key: string]: string } | null;
    sseReadTimeout?: string | null;
    sse_read_timeout?: string | null;
    terminateOnClose?: boolean | null;
    terminate_on_close?: boolean | null;
    timeout?: string | null;
    url?: string | null;
  };
  type TextResponseFormat = {
    mimeType?: string | null;
    mime_type?: string | null;
    schema?: { [key: string]: unknown } | null;
  };
  type ThinkingConfig = {
    includeThoughts?: boolean | null;
    include_thoughts?: boolean | null;
    thinkingBudget?: number | null;
    thinking_budget?: number | null;
    thinkingLevel?: ThinkingLevel | null | "minimal" | "low" | "medium" | "high" | "xhigh";
    thinking_level?: ThinkingLevel | null | "minimal" | "low" | "medium" | "high" | "xhigh";
  };
  type ThinkingLevel = "THINKING_LEVEL_UNSPECIFIED" | "MINIMAL" | "LOW" | "MEDIUM" | "HIGH" | "XHIGH";
  type Tool = {
    retrieval?: Retrieval | null;
    computerUse?: ComputerUse | null;
    computer_use?: ComputerUse | null;
    fileSearch?: FileSearch | null;
    file_search?: FileSearch | null;
    googleSearch?: GoogleSearch | null;
    google_search?: GoogleSearch | null;
    googleMaps?: GoogleMaps | null;
    google_maps?: GoogleMaps | null;
    codeExecution?: ToolCodeExecution | null;
    code_execution?: ToolCodeExecution | null;
    enterpriseWebSearch?: EnterpriseWebSearch | null;
    enterprise_web_search?: EnterpriseWebSearch | null;
    functionDeclarations?: Array<FunctionDeclaration> | null;
    function_declarations?: Array<FunctionDeclaration> | null;
    googleSearchRetrieval?: GoogleSearchRetrieval | null;
    google_search_retrieval?: GoogleSearchRetrieval | null;
    parallelAiSearch?: ToolParallelAiSearch | null;
    parallel_ai_search?: ToolParallelAiSearch | null;
    urlContext?: UrlContext | null;
    url_context?: UrlContext | null;
    mcpServers?: Array<McpServer> | null;
    mcp_servers?: Array<McpServer> | null;
    exaAiSearch?: ToolExaAiSearch | null;
    exa_ai_search?: ToolExaAiSearch | null;
  };
  type ToolCall = {
    id?: string | null;
    toolType?: ToolType | null;
    tool_type?: ToolType | null;
    args?: { [key: string]: unknown } | null;
  };
  type ToolCodeExecution = { [key: string]: unknown };
  type ToolConfig = {
    retrievalConfig?: RetrievalConfig | null;
    retrieval_config?: RetrievalConfig | null;
    functionCallingConfig?: FunctionCallingConfig | null;
    function_calling_config?: FunctionCallingConfig | null;
    includeServerSideToolInvocations?: boolean | null;
    include_server_side_tool_invocations?: boolean | null;
  };
  type ToolExaAiSearch = {
    apiKey?: string | null;
    api_key?: string | null;
    customConfigs?: { [key: string]: unknown } | null;
    custom_configs?: { [key: string]: unknown } | null;
  };
  type ToolParallelAiSearch = {
    apiKey?: string | null;
    api_key?: string | null;
    customConfigs?: { [key: string]: unknown } | null;
    custom_configs?: { [key: string]: unknown } | null;
    enableDataRetention?: boolean | null;
    enable_data_retention?: boolean | null;
    enableZeroDataRetention?: boolean | null;
    enable_zero_data_retention?: boolean | null;
  };
  type ToolResponse = {
    id?: string | null;
    toolType?: ToolType | null;
    tool_type?: ToolType | null;
    response?: { [key: string]: unknown } | null;
  };
  type ToolType = "TOOL_TYPE_UNSPECIFIED" | "GOOGLE_SEARCH_WEB" | "GOOGLE_SEARCH_IMAGE" | "URL_CONTEXT" | "GOOGLE_MAPS" | "FILE_SEARCH" | "MEDIA_PROCESSING";
  type Transcription = {
    text?: string | null;
    finished?: boolean | null;
    languageCode?: string | null;
    language_code?: string | null;
    speakerLabel?: string | null;
    speaker_label?: string | null;
    words?: Array<WordInfo> | null;
    startOffset?: string | null;
    start_offset?: string | null;
    endOffset?: string | null;
    end_offset?: string | null;
  };
  type TranslationConfig = {
    echoTargetLanguage?: boolean | null;
    echo_target_language?: boolean | null;
    targetLanguageCode?: string | null;
    target_language_code?: string | null;
  };
  type Type = "TYPE_UNSPECIFIED" | "STRING" | "NUMBER" | "INTEGER" | "BOOLEAN" | "ARRAY" | "OBJECT" | "NULL";
  type UrlContext = { [key: string]: unknown };
  type VertexAISearch = {
    dataStoreSpecs?: Array<VertexAISearchDataStoreSpec> | null;
    data_store_specs?: Array<VertexAISearchDataStoreSpec> | null;
    datastore?: string | null;
    engine?: string | null;
    filter?: string | null;
    maxResults?: number | null;
    max_results?: number | null;
  };
  type VertexAISearchDataStoreSpec = {
    dataStore?: string | null;
    data_store?: string | null;
    filter?: string | null;
  };
  type VertexRagStore = {
    ragCorpora?: Array<string> | null;
    rag_corpora?: Array<string> | null;
    ragResources?: Array<VertexRagStoreRagResource> | null;
    rag_resources?: Array<VertexRagStoreRagResource> | null;
    ragRetrievalConfig?: RagRetrievalConfig | null;
    rag_retrieval_config?: RagRetrievalConfig | null;
    similarityTopK?: number | null;
    similarity_top_k?: number | null;
    storeContext?: boolean | null;
    store_context?: boolean | null;
    vectorDistanceThreshold?: number | null;
    vector_distance_threshold?: number | null;
  };
  type VertexRagStoreRagResource = {
    ragCorpus?: string | null;
    rag_corpus?: string | null;
    ragFileIds?: Array<string> | null;
    rag_file_ids?: Array<string> | null;
  };
  type VideoMetadata = {
    endOffset?: string | null;
    end_offset?: string | null;
    fps?: number | null;
    startOffset?: string | null;
    start_offset?: string | null;
    contentLayers?: Array<VideoMetadataContentLayer> | null;
    content_layers?: Array<VideoMetadataContentLayer> | null;
  };
  type VideoMetadataContentLayer = "CONTENT_LAYER_UNSPECIFIED" | "FRAMES" | "AUDIO" | "TRANSCRIPT";
  type VideoResponseFormat = {
    aspectRatio?: AspectRatio | null;
    aspect_ratio?: AspectRatio | null;
    delivery?: Delivery | null;
    duration?: string | null;
    gcsUri?: string | null;
    gcs_uri?: string | null;
    resolution?: string | null;
  };
  type VoiceConfig = {
    replicatedVoiceConfig?: ReplicatedVoiceConfig | null;
    replicated_voice_config?: ReplicatedVoiceConfig | null;
    prebuiltVoiceConfig?: PrebuiltVoiceConfig | null;
    prebuilt_voice_config?: PrebuiltVoiceConfig | null;
    voice?: string | null;
  };
  type VoiceConsentSignature = {
    signature?: string | null;
  };
  type WebSearch = { [key: string]: unknown };
  type WordInfo = {
    word?: string | null;
    startOffset?: string | null;
    start_offset?: string | null;
    endOffset?: string | null;
    end_offset?: string | null;
  };
  type Root = Request;
}

export declare namespace GeminiResponses {
  type AudioMetadata = {
    startOffset?: string | null;
    endOffset?: string | null;
  };
  type BaseModel = { [key: string]: unknown };
  type Blob = {
    data?: string | null;
    displayName?: string | null;
    mimeType?: string | null;
  };
  type BlockedReason = string;
  type Candidate = {
    content?: Content | null;
    citationMetadata?: CitationMetadata | null;
    finishMessage?: string | null;
    tokenCount?: number | null;
    finishReason?: FinishReason | null | number;
    groundingMetadata?: GroundingMetadata | null;
    avgLogprobs?: number | null;
    index?: number | null;
    logprobsResult?: LogprobsResult | null;
    safetyRatings?: Array<SafetyRating> | null;
    urlContextMetadata?: UrlContextMetadata | null;
    continuationToken?: string | null;
  };
  type Citation = {
    endIndex?: number | null;
    license?: string | null;
    publicationDate?: GoogleTypeDate | null;
    startIndex?: number | null;
    title?: string | null;
    uri?: string | null;
  };
  type CitationMetadata = {
    citations?: Array<Citation> | null;
  };
  type CodeExecutionResult = {
    outcome?: Outcome | null;
    output?: string | null;
    id?: string | null;
  };
  type Content = {
    parts?: Array<Part> | null;
    role?: string | null;
  };
  type DocumentMetadata = {
    startPage?: number | null;
    endPage?: number | null;
    contentLayers?: Array<DocumentMetadataContentLayer> | null;
  };
  type DocumentMetadataContentLayer = string;
  type ExecutableCode = {
    code?: string | null;
    language?: Language | null;
    id?: string | null;
  };
  type FileData = {
    displayName?: string | null;
    fileUri?: string | null;
    mimeType?: string | null;
  };
  type FinishReason = "FINISH_REASON_UNSPECIFIED" | "STOP" | "MAX_TOKENS" | "SAFETY" | "RECITATION" | "LANGUAGE" | "OTHER" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII" | "MALFORMED_FUNCTION_CALL" | "IMAGE_SAFETY" | "IMAGE_PROHIBITED_CONTENT" | "IMAGE_OTHER" | "NO_IMAGE" | "IMAGE_RECITATION" | "UNEXPECTED_TOOL_CALL" | "TOO_MANY_TOOL_CALLS" | "MISSING_THOUGHT_SIGNATURE" | "MALFORMED_RESPONSE" | "ESCALATION" | "PUP_LIMITED_DISABLED" | "CONTINUATION" | "MODEL_ARMOR";
  type FunctionCall = {
    id?: string | null;
    args?: { [key: string]: unknown } | null;
    name?: string | null;
    partialArgs?: Array<PartialArg> | null;
    willContinue?: boolean | null;
  };
  type FunctionResponse = {
    willContinue?: boolean | null;
    scheduling?: FunctionResponseScheduling | null;
    parts?: Array<FunctionResponsePart> | null;
    id?: string | null;
    name?: string | null;
    response?: { [key: string]: unknown } | null;
  };
  type FunctionResponseBlob = {
    mimeType?: string | null;
    data?: string | null;
    displayName?: string | null;
  };
  type FunctionResponseFileData = {
    fileUri?: string | null;
    mimeType?: string | null;
    displayName?: string | null;
  };
  type FunctionResponsePart = {
    inlineData?: FunctionResponseBlob | null;
    fileData?: FunctionResponseFileData | null;
    mediaProcessing?: MediaProcessing | null;
    mediaResolution?: PartMediaResolution | null;
    videoMetadata?: VideoMetadata | null;
    documentMetadata?: DocumentMetadata | null;
    spreadsheetMetadata?: SpreadsheetMetadata | null;
    audioMetadata?: AudioMetadata | null;
  };
  type FunctionResponseScheduling = string;
  type GenerateContentResponsePromptFeedback = {
    blockReason?: BlockedReason | null;
    blockReasonMessage?: string | null;
    safetyRatings?: Array<SafetyRating> | null;
  };
  type GenerateContentResponseUsageMetadata = {
    cacheTokensDetails?: Array<ModalityTokenCount> | null;
    cachedContentTokenCount?: number | null;
    candidatesTokenCount?: number | null;
    candidatesTokensDetails?: Array<ModalityTokenCount> | null;
    promptTokenCount?: number | null;
    promptTokensDetails?: Array<ModalityTokenCount> | null;
    thoughtsTokenCount?: number | null;
    toolUsePromptTokenCount?: number | null;
    toolUsePromptTokensDetails?: Array<ModalityTokenCount> | null;
    totalTokenCount?: number | null;
    trafficType?: TrafficType | null;
  };
  type GoogleTypeDate = {
    day?: number | null;
    month?: number | null;
    year?: number | null;
  };
  type GroundingChunk = {
    image?: GroundingChunkImage | null;
    maps?: GroundingChunkMaps | null;
    retrievedContext?: GroundingChunkRetrievedContext | null;
    web?: GroundingChunkWeb | null;
  };
  type GroundingChunkCustomMetadata = {
    key?: string | null;
    numericValue?: number | null;
    stringListValue?: GroundingChunkStringList | null;
    stringValue?: string | null;
  };
  type GroundingChunkImage = {
    sourceUri?: string | null;
    imageUri?: string | null;
    title?: string | null;
    domain?: string | null;
  };
  type GroundingChunkMaps = {
    placeAnswerSources?: GroundingChunkMapsPlaceAnswerSources | null;
    placeId?: string | null;
    text?: string | null;
    title?: string | null;
    uri?: string | null;
    route?: GroundingChunkMapsRoute | null;
  };
  type GroundingChunkMapsPlaceAnswerSources = {
    reviewSnippet?: Array<GroundingChunkMapsPlaceAnswerSourcesReviewSnippet> | null;
    flagContentUri?: string | null;
    reviewSnippets?: Array<GroundingChunkMapsPlaceAnswerSourcesReviewSnippet> | null;
  };
  type GroundingChunkMapsPlaceAnswerSourcesAuthorAttribution = {
    displayName?: string | null;
    photoUri?: string | null;
    uri?: string | null;
  };
  type GroundingChunkMapsPlaceAnswerSourcesReviewSnippet = {
    authorAttribution?: GroundingChunkMapsPlaceAnswerSourcesAuthorAttribution | null;
    flagContentUri?: string | null;
    googleMapsUri?: string | null;
    relativePublishTimeDescription?: string | null;
    review?: string | null;
    reviewId?: string | null;
    title?: string | null;
  };
  type GroundingChunkMapsRoute = {
    distanceMeters?: number | null;
    duration?: string | null;
    encodedPolyline?: string | null;
  };
  type GroundingChunkRetrievedContext = {
    documentName?: string | null;
    ragChunk?: RagChunk | null;
    text?: string | null;
    title?: string | null;
    uri?: string | null;
    customMetadata?: Array<GroundingChunkCustomMetadata> | null;
    fileSearchStore?: string | null;
    pageNumber?: number | null;
    mediaId?: string | null;
  };
  type GroundingChunkStringList = {
    values?: Array<string> | null;
  };
  type GroundingChunkWeb = {
    domain?: string | null;
    title?: string | null;
    uri?: string | null;
  };
  type GroundingMetadata = {
    imageSearchQueries?: Array<string> | null;
    groundingChunks?: Array<GroundingChunk> | null;
    groundingSupports?: Array<GroundingSupport> | null;
    retrievalMetadata?: RetrievalMetadata | null;
    searchEntryPoint?: SearchEntryPoint | null;
    webSearchQueries?: Array<string> | null;
    googleMapsWidgetContextToken?: string | null;
    retrievalQueries?: Array<string> | null;
    sourceFlaggingUris?: Array<GroundingMetadataSourceFlaggingUri> | null;
  };
  type GroundingMetadataSourceFlaggingUri = {
    flagContentUri?: string | null;
    sourceId?: string | null;
  };
  type GroundingSupport = {
    confidenceScores?: Array<number> | null;
    groundingChunkIndices?: Array<number> | null;
    segment?: Segment | null;
    renderedParts?: Array<number> | null;
  };
  type HarmBlockThreshold = string;
  type HarmCategory = string;
  type HarmProbability = string;
  type HarmSeverity = string;
  type HttpResponse = {
    headers?: { [key: string]: string } | null;
    body?: string | null;
  };
  type Language = string;
  type LogprobsResult = {
    chosenCandidates?: Array<LogprobsResultCandidate> | null;
    topCandidates?: Array<LogprobsResultTopCandidates> | null;
    logProbabilitySum?: number | null;
  };
  type LogprobsResultCandidate = {
    logProbability?: number | null;
    token?: string | null;
    tokenId?: number | null;
  };
  type LogprobsResultTopCandidates = {
    candidates?: Array<LogprobsResultCandidate> | null;
  };
  type MediaModality = string;
  type MediaProcessing = string;
  type ModalityTokenCount = {
    modality?: MediaModality | null;
    tokenCount?: number | null;
  };
  type ModelStage = string;
  type ModelStatus = {
    message?: string | null;
    modelStage?: ModelStage | null;
    retirementTime?: string | null;
  };
  type Outcome = string;
  type Part = {
    mediaResolution?: PartMediaResolution | null;
    codeExecutionResult?: CodeExecutionResult | null;
    executableCode?: ExecutableCode | null;
    fileData?: FileData | null;
    functionCall?: FunctionCall | null;
    functionResponse?: FunctionResponse | null;
    inlineData?: Blob | null;
    text?: string | null;
    thought?: boolean | null;
    thoughtSignature?: string | null;
    videoMetadata?: VideoMetadata | null;
    toolCall?: ToolCall | null;
    toolResponse?: ToolResponse | null;
    partMetadata?: { [key: string]: unknown } | null;
    audioTranscription?: Transcription | null;
    mediaProcessing?: MediaProcessing | null;
    speechMetadata?: SpeechMetadata | null;
    documentMetadata?: DocumentMetadata | null;
    spreadsheetMetadata?: SpreadsheetMetadata | null;
    audioMetadata?: AudioMetadata | null;
  };
  type PartMediaResolution = {
    level?: PartMediaResolutionLevel | null;
    numTokens?: number | null;
  };
  type PartMediaResolutionLevel = string;
  type PartialArg = {
    boolValue?: boolean | null;
    jsonPath?: string | null;
    nullValue?: "NULL_VALUE" | null;
    numberValue?: number | null;
    stringValue?: string | null;
    willContinue?: boolean | null;
  };
  type RagChunk = {
    pageSpan?: RagChunkPageSpan | null;
    text?: string | null;
    chunkId?: string | null;
    fileId?: string | null;
  };
  type RagChunkPageSpan = {
    firstPage?: number | null;
    lastPage?: number | null;
  };
  type RetrievalMetadata = {
    googleSearchDynamicRetrievalScore?: number | null;
  };
  type SafetyRating = {
    blocked?: boolean | null;
    category?: HarmCategory | null;
    overwrittenThreshold?: HarmBlockThreshold | null;
    probability?: HarmProbability | null;
    probabilityScore?: number | null;
    severity?: HarmSeverity | null;
    severityScore?: number | null;
  };
  type SearchEntryPoint = {
    renderedContent?: string | null;
    sdkBlob?: string | null;
  };
  type Segment = {
    startIndex?: number | null;
    endIndex?: number | null;
    partIndex?: number | null;
    text?: string | null;
  };
  type SpeechMetadata = {
    speaker?: string | null;
    style?: string | null;
  };
  type SpreadsheetMetadata = {
    visibleCells?: string | null;
    sheetIndex?: number | null;
    contentLayers?: Array<SpreadsheetMetadataContentLayer> | null;
  };
  type SpreadsheetMetadataContentLayer = string;
  type ToolCall = {
    id?: string | null;
    toolType?: ToolType | null;
    args?: { [key: string]: unknown } | null;
  };
  type ToolResponse = {
    id?: string | null;
    toolType?: ToolType | null;
    response?: { [key: string]: unknown } | null;
  };
  type ToolType = string;
  type TrafficType = string;
  type Transcription = {
    text?: string | null;
    finished?: boolean | null;
    languageCode?: string | null;
    speakerLabel?: string | null;
    words?: Array<WordInfo> | null;
    startOffset?: string | null;
    endOffset?: string | null;
  };
  type UrlContextMetadata = {
    urlMetadata?: Array<UrlMetadata> | null;
  };
  type UrlMetadata = {
    retrievedUrl?: string | null;
    urlRetrievalStatus?: UrlRetrievalStatus | null;
  };
  type UrlRetrievalStatus = string;
  type VideoMetadata = {
    endOffset?: string | null;
    fps?: number | null;
    startOffset?: string | null;
    contentLayers?: Array<VideoMetadataContentLayer> | null;
  };
  type VideoMetadataContentLayer = string;
  type WordInfo = {
    word?: string | null;
    startOffset?: string | null;
    endOffset?: string | null;
  };
  type Root = {
    sdkHttpResponse?: HttpResponse | null;
    candidates?: Array<Candidate> | null;
    createTime?: string | null;
    modelVersion?: string | null;
    promptFeedback?: GenerateContentResponsePromptFeedback | null;
    responseId?: string | null;
    usageMetadata?: GenerateContentResponseUsageMetadata | null;
    modelStatus?: ModelStatus | null;
    automaticFunctionCallingHistory?: Array<Content> | null;
    parsed?: BaseModel | { [key: string]: unknown } | never | null;
  };
}

export declare namespace GoogleTools {
  type ApiAuth = {
    apiKeyConfig?: ApiAuthApiKeyConfig | null;
    api_key_config?: ApiAuthApiKeyConfig | null;
  };
  type ApiAuthApiKeyConfig = {
    apiKeySecretVersion?: string | null;
    api_key_secret_version?: string | null;
    apiKeyString?: string | null;
    api_key_string?: string | null;
  };
  type ApiKeyConfig = {
    apiKeySecret?: string | null;
    api_key_secret?: string | null;
    apiKeyString?: string | null;
    api_key_string?: string | null;
    httpElementLocation?: HttpElementLocation | null;
    http_element_location?: HttpElementLocation | null;
    name?: string | null;
  };
  type ApiSpec = "API_SPEC_UNSPECIFIED" | "SIMPLE_SEARCH" | "ELASTIC_SEARCH";
  type AuthConfig = {
    apiKey?: string | null;
    api_key?: string | null;
    apiKeyConfig?: ApiKeyConfig | null;
    api_key_config?: ApiKeyConfig | null;
    authType?: AuthType | null;
    auth_type?: AuthType | null;
    googleServiceAccountConfig?: AuthConfigGoogleServiceAccountConfig | null;
    google_service_account_config?: AuthConfigGoogleServiceAccountConfig | null;
    httpBasicAuthConfig?: AuthConfigHttpBasicAuthConfig | null;
    http_basic_auth_config?: AuthConfigHttpBasicAuthConfig | null;
    oauthConfig?: AuthConfigOauthConfig | null;
    oauth_config?: AuthConfigOauthConfig | null;
    oidcConfig?: AuthConfigOidcConfig | null;
    oidc_config?: AuthConfigOidcConfig | null;
  };
  type AuthConfigGoogleServiceAccountConfig = {
    serviceAccount?: string | null;
    service_account?: string | null;
  };
  type AuthConfigHttpBasicAuthConfig = {
    credentialSecret?: string | null;
    credential_secret?: string | null;
  };
  type AuthConfigOauthConfig = {
    accessToken?: string | null;
    access_token?: string | null;
    serviceAccount?: string | null;
    service_account?: string | null;
  };
  type AuthConfigOidcConfig = {
    idToken?: string | null;
    id_token?: string | null;
    serviceAccount?: string | null;
    service_account?: string | null;
  };
  type AuthType = "AUTH_TYPE_UNSPECIFIED" | "NO_AUTH" | "API_KEY_AUTH" | "HTTP_BASIC_AUTH" | "GOOGLE_SERVICE_ACCOUNT_AUTH" | "OAUTH" | "OIDC_AUTH";
  type Behavior = "UNSPECIFIED" | "BLOCKING" | "NON_BLOCKING";
  type ComputerUse = {
    environment?: Environment | null;
    excludedPredefinedFunctions?: Array<string> | null;
    excluded_predefined_functions?: Array<string> | null;
    enablePromptInjectionDetection?: boolean | null;
    enable_prompt_injection_detection?: boolean | null;
    disabledSafetyPolicies?: Array<SafetyPolicy> | null;
    disabled_safety_policies?: Array<SafetyPolicy> | null;
  };
  type DynamicRetrievalConfig = {
    dynamicThreshold?: number | null;
    dynamic_threshold?: number | null;
    mode?: DynamicRetrievalConfigMode | null;
  };
  type DynamicRetrievalConfigMode = "MODE_UNSPECIFIED" | "MODE_DYNAMIC";
  type EnterpriseWebSearch = {
    blockingConfidence?: PhishBlockThreshold | null;
    blocking_confidence?: PhishBlockThreshold | null;
    excludeDomains?: Array<string> | null;
    exclude_domains?: Array<string> | null;
  };
  type Environment = "ENVIRONMENT_UNSPECIFIED" | "ENVIRONMENT_BROWSER" | "ENVIRONMENT_MOBILE" | "ENVIRONMENT_DESKTOP";
  type ExternalApi = {
    apiAuth?: ApiAuth | null;
    api_auth?: ApiAuth | null;
    apiSpec?: ApiSpec | null;
    api_spec?: ApiSpec | null;
    authConfig?: AuthConfig | null;
    auth_config?: AuthConfig | null;
    elasticSearchParams?: ExternalApiElasticSearchParams | null;
    elastic_search_params?: ExternalApiElasticSearchParams | null;
    endpoint?: string | null;
    simpleSearchParams?: ExternalApiSimpleSearchParams | null;
    simple_search_params?: ExternalApiSimpleSearchParams | null;
  };
  type ExternalApiElasticSearchParams = {
    index?: string | null;
    numHits?: number | null;
    num_hits?: number | null;
    searchTemplate?: string | null;
    search_template?: string | null;
  };
  type ExternalApiSimpleSearchParams = { [key: string]: unknown };
  type FileSearch = {
    fileSearchStoreNames?: Array<string> | null;
    file_search_store_names?: Array<string> | null;
    topK?: number | null;
    top_k?: number | null;
    metadataFilter?: string | null;
    metadata_filter?: string | null;
  };
  type FunctionDeclaration = {
    description?: string | null;
    name?: string | null;
    parameters?: Schema | null;
    parametersJsonSchema?: { [key: string]: unknown } | null;
    parameters_json_schema?: { [key: string]: unknown } | null;
    response?: Schema | null;
    responseJsonSchema?: { [key: string]: unknown } | null;
    response_json_schema?: { [key: string]: unknown } | null;
    behavior?: Behavior | null;
  };
  type GoogleMaps = {
    authConfig?: AuthConfig | null;
    auth_config?: AuthConfig | null;
    enableWidget?: boolean | null;
    enable_widget?: boolean | null;
    groundingTypes?: GoogleMapsGroundingTypes | null;
    grounding_types?: GoogleMapsGroundingTypes | null;
  };
  type GoogleMapsGroundingTypes = {
    places?: GoogleMapsPlaces | null;
    routing?: GoogleMapsRouting | null;
  };
  type GoogleMapsPlaces = { [key: string]: unknown };
  type GoogleMapsRouting = { [key: string]: unknown };
  type GoogleSearch = {
    searchTypes?: SearchTypes | null;
    search_types?: SearchTypes | null;
    blockingConfidence?: PhishBlockThreshold | null;
    blocking_confidence?: PhishBlockThreshold | null;
    excludeDomains?: Array<string> | null;
    exclude_domains?: Array<string> | null;
    timeRangeFilter?: Interval | null;
    time_range_filter?: Interval | null;
  };
  type GoogleSearchRetrieval = {
    dynamicRetrievalConfig?: DynamicRetrievalConfig | null;
    dynamic_retrieval_config?: DynamicRetrievalConfig | null;
  };
  type HttpElementLocation = "HTTP_IN_UNSPECIFIED" | "HTTP_IN_QUERY" | "HTTP_IN_HEADER" | "HTTP_IN_PATH" | "HTTP_IN_BODY" | "HTTP_IN_COOKIE";
  type ImageSearch = { [key: string]: unknown };
  type Interval = {
    endTime?: string | null;
    end_time?: string | null;
    startTime?: string | null;
    start_time?: string | null;
  };
  type McpServer = {
    name?: string | null;
    streamableHttpTransport?: StreamableHttpTransport | null;
    streamable_http_transport?: StreamableHttpTransport | null;
  };
  type PhishBlockThreshold = "PHISH_BLOCK_THRESHOLD_UNSPECIFIED" | "BLOCK_LOW_AND_ABOVE" | "BLOCK_MEDIUM_AND_ABOVE" | "BLOCK_HIGH_AND_ABOVE" | "BLOCK_HIGHER_AND_ABOVE" | "BLOCK_VERY_HIGH_AND_ABOVE" | "BLOCK_ONLY_EXTREMELY_HIGH";
  type RagRetrievalConfig = {
    filter?: RagRetrievalConfigFilter | null;
    hybridSearch?: RagRetrievalConfigHybridSearch | null;
    hybrid_search?: RagRetrievalConfigHybridSearch | null;
    ranking?: RagRetrievalConfigRanking | null;
    topK?: number | null;
    top_k?: number | null;
  };
  type RagRetrievalConfigFilter = {
    metadataFilter?: string | null;
    metadata_filter?: string | null;
    vectorDistanceThreshold?: number | null;
    vector_distance_threshold?: number | null;
    vectorSimilarityThreshold?: number | null;
    vector_similarity_threshold?: number | null;
  };
  type RagRetrievalConfigHybridSearch = {
    alpha?: number | null;
  };
  type RagRetrievalConfigRanking = {
    llmRanker?: RagRetrievalConfigRankingLlmRanker | null;
    llm_ranker?: RagRetrievalConfigRankingLlmRanker | null;
    rankService?: RagRetrievalConfigRankingRankService | null;
    rank_service?: RagRetrievalConfigRankingRankService | null;
  };
  type RagRetrievalConfigRankingLlmRanker = {
    modelName?: string | null;
    model_name?: string | null;
  };
  type RagRetrievalConfigRankingRankService = {
    modelName?: string | null;
    model_name?: string | null;
  };
  type Retrieval = {
    disableAttribution?: boolean | null;
    disable_attribution?: boolean | null;
    externalApi?: ExternalApi | null;
    external_api?: ExternalApi | null;
    vertexAiSearch?: VertexAISearch | null;
    vertex_ai_search?: VertexAISearch | null;
    vertexRagStore?: VertexRagStore | null;
    vertex_rag_store?: VertexRagStore | null;
  };
  type SafetyPolicy = "SAFETY_POLICY_UNSPECIFIED" | "FINANCIAL_TRANSACTIONS" | "SENSITIVE_DATA_MODIFICATION" | "COMMUNICATION_TOOL" | "ACCOUNT_CREATION" | "DATA_MODIFICATION" | "USER_CONSENT_MANAGEMENT" | "LEGAL_TERMS_AND_AGREEMENTS";
  type Schema = {
    additionalProperties?: { [key: string]: unknown } | null;
    additional_properties?: { [key: string]: unknown } | null;
    defs?: { [key: string]: Schema } | null;
    ref?: string | null;
    anyOf?: Array<Schema> | null;
    any_of?: Array<Schema> | null;
    default?: { [key: string]: unknown } | null;
    description?: string | null;
    enum?: Array<string> | null;
    example?: { [key: string]: unknown } | null;
    format?: string | null;
    items?: Schema | null;
    maxItems?: number | null | string;
    max_items?: number | null | string;
    maxLength?: number | null | string;
    max_length?: number | null | string;
    maxProperties?: number | null | string;
    max_properties?: number | null | string;
    maximum?: number | null;
    minItems?: number | null | string;
    min_items?: number | null | string;
    minLength?: number | null | string;
    min_length?: number | null | string;
    minProperties?: number | null | string;
    min_properties?: number | null | string;
    minimum?: number | null;
    nullable?: boolean | null;
    pattern?: string | null;
    properties?: { [key: string]: Schema } | null;
    propertyOrdering?: Array<string> | null;
    property_ordering?: Array<string> | null;
    required?: Array<string> | null;
    title?: string | null;
    type?: Type | null | "type_unspecified" | "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";
  };
  type SearchTypes = {
    webSearch?: WebSearch | null;
    web_search?: WebSearch | null;
    imageSearch?: ImageSearch | null;
    image_search?: ImageSearch | null;
  };
  type StreamableHttpTransport = {
    headers?: { [key: string]: string } | null;
    sseReadTimeout?: string | null;
    sse_read_timeout?: string | null;
    terminateOnClose?: boolean | null;
    terminate_on_close?: boolean | null;
    timeout?: string | null;
    url?: string | null;
  };
  type Tool = {
    retrieval?: Retrieval | null;
    computerUse?: ComputerUse | null;
    computer_use?: ComputerUse | null;
    fileSearch?: FileSearch | null;
    file_search?: FileSearch | null;
    googleSearch?: GoogleSearch | null;
    google_search?: GoogleSearch | null;
    googleMaps?: GoogleMaps | null;
    google_maps?: GoogleMaps | null;
    codeExecution?: ToolCodeExecution | null;
    code_execution?: ToolCodeExecution | null;
    enterpriseWebSearch?: EnterpriseWebSearch | null;
    enterprise_web_search?: EnterpriseWebSearch | null;
    functionDeclarations?: Array<FunctionDeclaration> | null;
    function_declarations?: Array<FunctionDeclaration> | null;
    googleSearchRetrieval?: GoogleSearchRetrieval | null;
    google_search_retrieval?: GoogleSearchRetrieval | null;
    parallelAiSearch?: ToolParallelAiSearch | null;
    parallel_ai_search?: ToolParallelAiSearch | null;
    urlContext?: UrlContext | null;
    url_context?: UrlContext | null;
    mcpServers?: Array<McpServer> | null;
    mcp_servers?: Array<McpServer> | null;
    exaAiSearch?: ToolExaAiSearch | null;
    exa_ai_search?: ToolExaAiSearch | null;
  };
  type ToolCodeExecution = { [key: string]: unknown };
  type ToolExaAiSearch = {
    apiKey?: string | null;
    api_key?: string | null;
    customConfigs?: { [key: string]: unknown } | null;
    custom_configs?: { [key: string]: unknown } | null;
  };
  type ToolParallelAiSearch = {
    apiKey?: string | null;
    api_key?: string | null;
    customConfigs?: { [key: string]: unknown } | null;
    custom_configs?: { [key: string]: unknown } | null;
    enableDataRetention?: boolean | null;
    enable_data_retention?: boolean | null;
    enableZeroDataRetention?: boolean | null;
    enable_zero_data_retention?: boolean | null;
  };
  type Type = "TYPE_UNSPECIFIED" | "STRING" | "NUMBER" | "INTEGER" | "BOOLEAN" | "ARRAY" | "OBJECT" | "NULL";
  type UrlContext = { [key: string]: unknown };
  type VertexAISearch = {
    dataStoreSpecs?: Array<VertexAISearchDataStoreSpec> | null;
    data_store_specs?: Array<VertexAISearchDataStoreSpec> | null;
    datastore?: string | null;
    engine?: string | null;
    filter?: string | null;
    maxResults?: number | null;
    max_results?: number | null;
  };
  type VertexAISearchDataStoreSpec = {
    dataStore?: string | null;
    data_store?: string | null;
    filter?: string | null;
  };
  type VertexRagStore = {
    ragCorpora?: Array<string> | null;
    rag_corpora?: Array<string> | null;
    ragResources?: Array<VertexRagStoreRagResource> | null;
    rag_resources?: Array<VertexRagStoreRagResource> | null;
    ragRetrievalConfig?: RagRetrievalConfig | null;
    rag_retrieval_config?: RagRetrievalConfig | null;
    similarityTopK?: number | null;
    similarity_top_k?: number | null;
    storeContext?: boolean | null;
    store_context?: boolean | null;
    vectorDistanceThreshold?: number | null;
    vector_distance_threshold?: number | null;
  };
  type VertexRagStoreRagResource = {
    ragCorpus?: string | null;
    rag_corpus?: string | null;
    ragFileIds?: Array<string> | null;
    rag_file_ids?: Array<string> | null;
  };
  type WebSearch = { [key: string]: unknown };
  type Root = FunctionDeclaration | Tool;
}

export declare namespace McpToolParts {
  type Icon = {
    mimeType?: string | null;
    sizes?: Array<string> | null;
    src: string;
    theme?: "light" | "dark" | null;
  };
  type MetaObject = { [key: string]: unknown };
  type ToolExecution = {
    taskSupport?: "forbidden" | "optional" | "required" | null;
  };
  type mcp_types___v2025_11_25__InputSchema = {
    $schema?: string | null;
    properties?: { [key: string]: { [key: string]: unknown } | boolean } | null;
    required?: Array<string> | null;
    type: "object";
  };
  type mcp_types___v2025_11_25__OutputSchema = {
    $schema?: string | null;
    properties?: { [key: string]: { [key: string]: unknown } | boolean } | null;
    required?: Array<string> | null;
    type: "object";
  };
  type mcp_types___v2025_11_25__Tool = {
    _meta?: { [key: string]: unknown } | null;
    annotations?: mcp_types___v2025_11_25__ToolAnnotations | null;
    description?: string | null;
    execution?: ToolExecution | null;
    icons?: Array<Icon> | null;
    inputSchema: mcp_types___v2025_11_25__InputSchema;
    name: string;
    outputSchema?: mcp_types___v2025_11_25__OutputSchema | null;
    title?: string | null;
  };
  type mcp_types___v2025_11_25__ToolAnnotations = {
    destructiveHint?: boolean | null;
    idempotentHint?: boolean | null;
    openWorldHint?: boolean | null;
    readOnlyHint?: boolean | null;
    title?: string | null;
  };
  type mcp_types___v2026_07_28__InputSchema = {
    $schema?: string | null;
    type: "object";
  };
  type mcp_types___v2026_07_28__OutputSchema = {
    $schema?: string | null;
  };
  type mcp_types___v2026_07_28__Tool = {
    _meta?: MetaObject | null;
    annotations?: mcp_types___v2026_07_28__ToolAnnotations | null;
    description?: string | null;
    icons?: Array<Icon> | null;
    inputSchema: mcp_types___v2026_07_28__InputSchema;
    name: string;
    outputSchema?: mcp_types___v2026_07_28__OutputSchema | null;
    title?: string | null;
  };
  type mcp_types___v2026_07_28__ToolAnnotations = {
    destructiveHint?: boolean | null;
    idempotentHint?: boolean | null;
    openWorldHint?: boolean | null;
    readOnlyHint?: boolean | null;
    title?: string | null;
  };
  type Root = mcp_types___v2025_11_25__Tool | mcp_types___v2026_07_28__Tool;
}

export declare namespace McpResultParts {
  type Annotations = {
    audience?: Array<"assistant" | "user"> | null;
    lastModified?: string | null;
    priority?: number | null;
  };
  type Icon = {
    mimeType?: string | null;
    sizes?: Array<string> | null;
    src: string;
    theme?: "light" | "dark" | null;
  };
  type MetaObject = { [key: string]: unknown };
  type ResultMetaObject = {
    "io.modelcontextprotocol/serverInfo"?: unknown;
  };
  type mcp_types___v2025_11_25__AudioContent = {
    _meta?: { [key: string]: unknown } | null;
    annotations?: Annotations | null;
    data: string;
    mimeType: string;
    type: "audio";
  };
  type mcp_types___v2025_11_25__BlobResourceContents = {
    _meta?: { [key: string]: unknown } | null;
    blob: string;
    mimeType?: string | null;
    uri: string;
  };
  type mcp_types___v2025_11_25__CallToolResult = {
    _meta?: { [key: string]: unknown } | null;
    content: Array<mcp_types___v2025_11_25__TextContent | mcp_types___v2025_11_25__ImageContent | mcp_types___v2025_11_25__AudioContent | mcp_types___v2025_11_25__ResourceLink | mcp_types___v2025_11_25__EmbeddedResource>;
    isError?: boolean | null;
    structuredContent?: { [key: string]: unknown } | null;
  };
  type mcp_types___v2025_11_25__EmbeddedResource = {
    _meta?: { [key: string]: unknown } | null;
    annotations?: Annotations | null;
    resource: mcp_types___v2025_11_25__TextResourceContents | mcp_types___v2025_11_25__BlobResourceContents;
    type: "resource";
  };
  type mcp_types___v2025_11_25__ImageContent = {
    _meta?: { [key: string]: unknown } | null;
    annotations?: Annotations | null;
    data: string;
    mimeType: string;
    type: "image";
  };
  type mcp_types___v2025_11_25__ResourceLink = {
    _meta?: { [key: string]: unknown } | null;
    annotations?: Annotations | null;
    description?: string | null;
    icons?: Array<Icon> | null;
    mimeType?: string | null;
    name: string;
    size?: number | null;
    title?: string | null;
    type: "resource_link";
    uri: string;
  };
  type mcp_types___v2025_11_25__TextContent = {
    _meta?: { [key: string]: unknown } | null;
    annotations?: Annotations | null;
    text: string;
    type: "text";
  };
  type mcp_types___v2025_11_25__TextResourceContents = {
    _meta?: { [key: string]: unknown } | null;
    mimeType?: string | null;
    text: string;
    uri: string;
  };
  type mcp_types___v2026_07_28__AudioContent = {
    _meta?: MetaObject | null;
    annotations?: Annotations | null;
    data: string;
    mimeType: string;
    type: "audio";
  };
  type mcp_types___v2026_07_28__BlobResourceContents = {
    _meta?: MetaObject | null;
    blob: string;
    mimeType?: string | null;
    uri: string;
  };
  type mcp_types___v2026_07_28__CallToolResult = {
    _meta?: ResultMetaObject | null;
    content: Array<mcp_types___v2026_07_28__TextContent | mcp_types___v2026_07_28__ImageContent | mcp_types___v2026_07_28__AudioContent | mcp_types___v2026_07_28__ResourceLink | mcp_types___v2026_07_28__EmbeddedResource>;
    isError?: boolean | null;
    resultType: string;
    structuredContent?: unknown;
  };
  type mcp_types___v2026_07_28__EmbeddedResource = {
    _meta?: MetaObject | null;
    annotations?: Annotations | null;
    resource: mcp_types___v2026_07_28__TextResourceContents | mcp_types___v2026_07_28__BlobResourceContents;
    type: "resource";
  };
  type mcp_types___v2026_07_28__ImageContent = {
    _meta?: MetaObject | null;
    annotations?: Annotations | null;
    data: string;
    mimeType: string;
    type: "image";
  };
  type mcp_types___v2026_07_28__ResourceLink = {
    _meta?: MetaObject | null;
    annotations?: Annotations | null;
    description?: string | null;
    icons?: Array<Icon> | null;
    mimeType?: string | null;
    name: string;
    size?: number | null;
    title?: string | null;
    type: "resource_link";
    uri: string;
  };
  type mcp_types___v2026_07_28__TextContent = {
    _meta?: MetaObject | null;
    annotations?: Annotations | null;
    text: string;
    type: "text";
  };
  type mcp_types___v2026_07_28__TextResourceContents = {
    _meta?: MetaObject | null;
    mimeType?: string | null;
    text: string;
    uri: string;
  };
  type Root = mcp_types___v2025_11_25__CallToolResult | mcp_types___v2026_07_28__CallToolResult;
}

export declare namespace ResponsesRequests {
  type AccessPrograms = {
    cyber?: "standard" | "daybreak_blue" | "daybreak_red";
  };
  type ActionClick = {
    button: "left" | "right" | "wheel" | "back" | "forward";
    type: "click";
    x: number;
    y: number;
    keys?: Array<string> | null;
  };
  type ActionDoubleClick = {
    keys: Array<string> | null;
    type: "double_click";
    x: number;
    y: number;
  };
  type ActionDrag = {
    path: Array<ActionDragPath>;
    type: "drag";
    keys?: Array<string> | null;
  };
  type ActionDragPath = {
    x: number;
    y: number;
  };
  type ActionFind = {
    pattern: string;
    type: "find_in_page";
    url: string;
  };
  type ActionKeypress = {
    keys: Array<string>;
    type: "keypress";
  };
  type ActionMove = {
    type: "move";
    x: number;
    y: number;
    keys?: Array<string> | null;
  };
  type ActionOpenPage = {
    type: "open_page";
    url?: string | null;
  };
  type ActionScreenshot = {
    type: "screenshot";
  };
  type ActionScroll = {
    scroll_x: number;
    scroll_y: number;
    type: "scroll";
    x: number;
    y: number;
    keys?: Array<string> | null;
  };
  type ActionSearch = {
    type: "search";
    queries?: Array<string>;
    query?: string;
    sources?: Array<ActionSearchSource> | null;
  };
  type ActionSearchSource = {
    type: "url" | "api";
    url?: string;
    name?: string;
  };
  type ActionType = {
    text: string;
    type: "type";
  };
  type ActionWait = {
    type: "wait";
  };
  type AdditionalTools = {
    role: "developer";
    tools: Array<FunctionToolParam | FileSearchToolParam | ComputerToolParam | ComputerUsePreviewToolParam | WebSearchToolParam | Mcp | CodeInterpreter | ProgrammaticToolCalling | ImageGeneration | LocalShell | FunctionShellToolParam | CustomToolParam | NamespaceToolParam | ToolSearchToolParam | WebSearchPreviewToolParam | ApplyPatchToolParam>;
    type: "additional_tools";
    id?: string | null;
  };
  type AnnotationContainerFileCitation = {
    container_id: string;
    end_index: number;
    file_id: string;
    filename: string;
    start_index: number;
    type: "container_file_citation";
  };
  type AnnotationFileCitation = {
    file_id: string;
    filename: string;
    index: number;
    type: "file_citation";
  };
  type AnnotationFilePath = {
    file_id: string;
    index: number;
    type: "file_path";
  };
  type AnnotationURLCitation = {
    end_index: number;
    start_index: number;
    title: string;
    type: "url_citation";
    url: string;
  };
  type ApplyPatchCall = {
    call_id: string;
    operation: ApplyPatchCallOperationCreateFile | ApplyPatchCallOperationDeleteFile | ApplyPatchCallOperationUpdateFile;
    status: "in_progress" | "completed";
    type: "apply_patch_call";
    id?: string | null;
    caller?: ApplyPatchCallCallerDirect | ApplyPatchCallCallerProgram | null;
  };
  type ApplyPatchCallCallerDirect = {
    type: "direct";
  };
  type ApplyPatchCallCallerProgram = {
    caller_id: string;
    type: "program";
  };
  type ApplyPatchCallOperationCreateFile = {
    diff: string;
    path: string;
    type: "create_file";
  };
  type ApplyPatchCallOperationDeleteFile = {
    path: string;
    type: "delete_file";
  };
  type ApplyPatchCallOperationUpdateFile = {
    diff: string;
    path: string;
    type: "update_file";
  };
  type ApplyPatchCallOutput = {
    call_id: string;
    status: "completed" | "failed";
    type: "apply_patch_call_output";
    id?: string | null;
    caller?: ApplyPatchCallOutputCallerDirect | ApplyPatchCallOutputCallerProgram | null;
    output?: string | null;
  };
  type ApplyPatchCallOutputCallerDirect = {
    type: "direct";
  };
  type ApplyPatchCallOutputCallerProgram = {
    caller_id: string;
    type: "program";
  };
  type ApplyPatchToolParam = {
    type: "apply_patch";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
  };
  type BackgroundOptions = {
    completion_window?: "soonest" | "2h" | "8h";
    continuation_id?: string;
  };
  type CallerDirect = {
    type: "direct";
  };
  type CallerProgram = {
    caller_id: string;
    type: "program";
  };
  type Click = {
    button: "left" | "right" | "wheel" | "back" | "forward";
    type: "click";
    x: number;
    y: number;
    keys?: Array<string> | null;
  };
  type CodeInterpreter = {
    container: string | CodeInterpreterContainerCodeInterpreterToolAuto;
    type: "code_interpreter";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
  };
  type CodeInterpreterContainerCodeInterpreterToolAuto = {
    type: "auto";
    file_ids?: Array<string>;
    memory_limit?: "1g" | "4g" | "16g" | "64g" | null;
    network_policy?: ContainerNetworkPolicyDisabledParam | ContainerNetworkPolicyAllowlistParam;
  };
  type CompactionTrigger = {
    type: "compaction_trigger";
    id?: string | null;
  };
  type ComparisonFilter = {
    key: string;
    type: "eq" | "ne" | "gt" | "gte" | "lt" | "lte" | "in" | "nin";
    value: string | number | boolean | Array<string | number>;
  };
  type CompoundFilter = {
    filters: Array<unknown>;
    type: "and" | "or";
  };
  type ComputerCallOutput = {
    call_id: string;
    output: ResponseComputerToolCallOutputScreenshotParam;
    type: "computer_call_output";
    id?: string | null;
    acknowledged_safety_checks?: Array<ComputerCallOutputAcknowledgedSafetyCheck> | null;
    status?: "in_progress" | "completed" | "incomplete" | null;
  };
  type ComputerCallOutputAcknowledgedSafetyCheck = {
    id: string;
    code?: string | null;
    message?: string | null;
  };
  type ComputerToolParam = {
    type: "computer";
  };
  type ComputerUsePreviewToolParam = {
    display_height: number;
    display_width: number;
    environment: "windows" | "mac" | "linux" | "ubuntu" | "browser";
    type: "computer_use_preview";
  };
  type ContainerAutoParam = {
    type: "container_auto";
    file_ids?: Array<string>;
    memory_limit?: "1g" | "4g" | "16g" | "64g" | null;
    network_policy?: ContainerNetworkPolicyDisabledParam | ContainerNetworkPolicyAllowlistParam;
    skills?: Array<SkillReferenceParam | InlineSkillParam>;
  };
  type ContainerNetworkPolicyAllowlistParam = {
    allowed_domains: Array<string>;
    type: "allowlist";
    domain_secrets?: Array<ContainerNetworkPolicyDomainSecretParam>;
  };
  type ContainerNetworkPolicyDisabledParam = {
    type: "disabled";
  };
  type ContainerNetworkPolicyDomainSecretParam = {
    domain: string;
    name: string;
    value: string;
  };
  type ContainerReferenceParam = {
    container_id: string;
    type: "container_reference";
  };
  type Content = {
    text: string;
    type: "reasoning_text";
  };
  type ContextManagement = {
    type: string;
    compact_threshold?: number | null;
  };
  type CustomToolParam = {
    async?: boolean;
    name: string;
    type: "custom";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
    defer_loading?: boolean;
    description?: string;
    format?: openai__types__shared_params__custom_tool_input_format__Text | Grammar;
  };
  type DoubleClick = {
    keys: Array<string> | null;
    type: "double_click";
    x: number;
    y: number;
  };
  type Drag = {
    path: Array<DragPath>;
    type: "drag";
    keys?: Array<string> | null;
  };
  type DragPath = {
    x: number;
    y: number;
  };
  type EasyInputMessageParam = {
    content: string | Array<ResponseInputTextParam | ResponseInputImageParam | ResponseInputFileParam | ResponseOutputTextParam | ResponseOutputRefusalParam>;
    role: "user" | "assistant" | "system" | "developer";
    phase?: "commentary" | "final_answer" | null;
    type?: "message";
    id?: string;
    status?: "in_progress" | "completed" | "incomplete";
  };
  type FileSearchToolParam = {
    type: "file_search";
    vector_store_ids: Array<string>;
    filters?: ComparisonFilter | CompoundFilter | null;
    max_num_results?: number;
    ranking_options?: RankingOptions;
  };
  type Filters = {
    allowed_domains?: Array<string> | null;
  };
  type FunctionCallOutput = {
    output: string | Array<ResponseInputTextContentParam | ResponseInputImageContentParam | ResponseInputFileContentParam>;
    type: "function_call_output";
    id?: string | null;
    call_id?: string | null;
    caller?: FunctionCallOutputCallerDirect | FunctionCallOutputCallerProgram | null;
    name?: string | null;
    namespace?: string | null;
    status?: "in_progress" | "completed" | "incomplete" | null;
  };
  type FunctionCallOutputCallerDirect = {
    type: "direct";
  };
  type FunctionCallOutputCallerProgram = {
    caller_id: string;
    type: "program";
  };
  type FunctionShellToolParam = {
    type: "shell";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
    environment?: ContainerAutoParam | LocalEnvironmentParam | ContainerReferenceParam | null;
  };
  type FunctionToolParam = {
    async?: boolean;
    name: string;
    parameters?: { [key: string]: unknown } | null;
    strict?: boolean | null;
    type: "function";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
    defer_loading?: boolean;
    description?: string | null;
    output_schema?: { [key: string]: unknown } | null;
    function?: { [key: string]: unknown };
  };
  type Grammar = {
    definition: string;
    syntax: "lark" | "regex";
    type: "grammar";
  };
  type HTTPError = {
    code: number;
    message: string;
    type: "http_error";
  };
  type Image = {
    context_compression?: "auto" | "enabled" | "disabled";
  };
  type ImageGeneration = {
    type: "image_generation";
    action?: "generate" | "edit" | "auto";
    background?: "transparent" | "opaque" | "auto";
    complexity?: "low" | "medium" | "high";
    frame_count?: number;
    frame_duration_ms?: number;
    input_fidelity?: "high" | "low" | null;
    input_image_mask?: ImageGenerationInputImageMask;
    model?: string | "gpt-image-1" | "gpt-image-1-mini" | "gpt-image-2" | "gpt-image-2-2026-04-21" | "gpt-image-2.5-sunburst" | "gpt-image-2.5-sunburst-2026-09-08" | "gpt-image-2.5-flare" | "gpt-image-2.5-flare-2026-09-08" | "gpt-image-2.6-sunburst" | "gpt-image-2.6-flare" | "gpt-image-1.5" | "chatgpt-image-latest";
    moderation?: "auto" | "low";
    output_compression?: number;
    output_format?: "png" | "webp" | "jpeg" | "gif" | "svg";
    partial_images?: number;
    quality?: "low" | "medium" | "high" | "xhigh" | "max" | "auto";
    size?: string | "1024x1024" | "1024x1536" | "1536x1024" | "auto";
    svg?: ImageGenerationSvg;
  };
  type ImageGenerationCall = {
    id: string;
    result?: string | null;
    status?: "in_progress" | "completed" | "generating" | "failed";
    type: "image_generation_call";
    action?: "generate" | "edit" | "auto" | null;
    background?: "transparent" | "opaque" | "auto" | null;
    error?: ImageGenerationCallError;
    output_format?: "png" | "webp" | "jpeg" | "gif" | "svg" | null;
    quality?: "low" | "medium" | "high" | "xhigh" | "max" | "auto" | null;
    revised_prompt?: string | null;
    size?: string | "1024x1024" | "1024x1536" | "1536x1024" | null;
    svg_usage?: ImageGenerationCallSvgUsage;
  };
  type ImageGenerationCallError = {
    code: string | null;
    message: string;
    param: string | null;
    type: string;
    moderation_details?: ImageGenerationCallErrorModerationDetails;
  };
  type ImageGenerationCallErrorModerationDetails = {
    categories: Array<string>;
    moderation_stage: "input" | "output" | "unknown";
  };
  type ImageGenerationCallSvgUsage = {
    input_tokens: number;
    model: string;
    output_tokens: number;
    reasoning_tokens: number;
    total_tokens: number;
  };
  type ImageGenerationInputImageMask = {
    file_id?: string;
    image_url?: string;
  };
  type ImageGenerationSvg = {
    model?: string;
    reasoning?: ImageGenerationSvgReasoning | null;
  };
  type ImageGenerationSvgReasoning = {
    effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
  };
  type InlineSkillParam = {
    description: string;
    name: string;
    source: InlineSkillSourceParam;
    type: "inline";
  };
  type InlineSkillSourceParam = {
    data: string;
    media_type: "application/zip";
    type: "base64";
  };
  type ItemReference = {
    id: string;
    type?: "item_reference" | null;
  };
  type Keypress = {
    keys: Array<string>;
    type: "keypress";
  };
  type LocalEnvironmentParam = {
    type: "local";
    skills?: Array<LocalSkillParam>;
  };
  type LocalShell = {
    type: "local_shell";
  };
  type LocalShellCall = {
    id: string;
    action: LocalShellCallAction;
    call_id: string;
    status: "in_progress" | "completed" | "incomplete";
    type: "local_shell_call";
  };
  type LocalShellCallAction = {
    command: Array<string>;
    env: { [key: string]: string };
    type: "exec";
    timeout_ms?: number | null;
    user?: string | null;
    working_directory?: string | null;
  };
  type LocalShellCallOutput = {
    id: string;
    output: string;
    type: "local_shell_call_output";
    status?: "in_progress" | "completed" | "incomplete" | null;
  };
  type LocalSkillParam = {
    description: string;
    name: string;
    path: string;
  };
  type Logprob = {
    token: string;
    bytes: Array<number>;
    logprob: number;
    top_logprobs: Array<LogprobTopLogprob>;
  };
  type LogprobTopLogprob = {
    token: string;
    bytes: Array<number>;
    logprob: number;
  };
  type Mcp = {
    server_label: string;
    type: "mcp";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
    allowed_tools?: Array<string> | McpAllowedToolsMcpToolFilter | null;
    authorization?: string;
    connector_id?: "connector_dropbox" | "connector_gmail" | "connector_googlecalendar" | "connector_googledrive" | "connector_microsoftteams" | "connector_outlookcalendar" | "connector_outlookemail" | "connector_sharepoint";
    defer_loading?: boolean;
    headers?: { [key: string]: string } | null;
    require_approval?: McpRequireApprovalMcpToolApprovalFilter | "always" | "never" | null;
    server_description?: string;
    server_url?: string;
    tunnel_id?: string;
  };
  type McpAllowedToolsMcpToolFilter = {
    read_only?: boolean;
    tool_names?: Array<string>;
  };
  type McpApprovalRequest = {
    id: string;
    arguments: string;
    name: string;
    server_label: string;
    type: "mcp_approval_request";
  };
  type McpApprovalResponse = {
    approval_request_id: string;
    approve: boolean;
    type: "mcp_approval_response";
    id?: string | null;
    reason?: string | null;
  };
  type McpCall = {
    id: string;
    arguments: string;
    name: string;
    server_label: string;
    type: "mcp_call";
    approval_request_id?: string | null;
    error?: McpProtocolError | McpToolExecutionError | HTTPError | null;
    output?: string | null;
    status?: "in_progress" | "completed" | "incomplete" | "calling" | "failed";
  };
  type McpListTools = {
    id: string;
    server_label: string;
    tools: Array<McpListToolsTool>;
    type: "mcp_list_tools";
    error?: string | null;
  };
  type McpListToolsTool = {
    input_schema: unknown;
    name: string;
    annotations?: unknown;
    description?: string | null;
  };
  type McpProtocolError = {
    code: number;
    message: string;
    type: "mcp_protocol_error";
  };
  type McpRequireApprovalMcpToolApprovalFilter = {
    always?: McpRequireApprovalMcpToolApprovalFilterAlways;
    never?: McpRequireApprovalMcpToolApprovalFilterNever;
  };
  type McpRequireApprovalMcpToolApprovalFilterAlways = {
    read_only?: boolean;
    tool_names?: Array<string>;
  };
  type McpRequireApprovalMcpToolApprovalFilterNever = {
    read_only?: boolean;
    tool_names?: Array<string>;
  };
  type McpToolExecutionError = {
    content: unknown;
    type: "mcp_tool_execution_error";
  };
  type Message = {
    content: Array<ResponseInputTextParam | ResponseInputImageParam | ResponseInputFileParam>;
    role: "user" | "system" | "developer";
    status?: "in_progress" | "completed" | "incomplete";
    type?: "message";
    id?: string;
  };
  type Moderation = {
    model: string;
    policy?: ModerationPolicy | null;
  };
  type ModerationPolicy = {
    input?: ModerationPolicyInput | null;
    output?: ModerationPolicyOutput | null;
  };
  type ModerationPolicyInput = {
    mode: "score" | "block";
  };
  type ModerationPolicyOutput = {
    mode: "score" | "block";
  };
  type Move = {
    type: "move";
    x: number;
    y: number;
    keys?: Array<string> | null;
  };
  type NamespaceToolParam = {
    description: string;
    name: string;
    tools: Array<ToolFunction | CustomToolParam>;
    type: "namespace";
  };
  type OutcomeExit = {
    exit_code: number;
    type: "exit";
  };
  type OutcomeTimeout = {
    type: "timeout";
  };
  type OutputImage = {
    type: "image";
    url: string;
  };
  type OutputLogs = {
    logs: string;
    type: "logs";
  };
  type PendingSafetyCheck = {
    id: string;
    code?: string | null;
    message?: string | null;
  };
  type Program = {
    id: string;
    call_id: string;
    code: string;
    fingerprint: string;
    type: "program";
  };
  type ProgramOutput = {
    id: string;
    call_id: string;
    result: string;
    status: "completed" | "incomplete";
    type: "program_output";
  };
  type ProgrammaticToolCalling = {
    type: "programmatic_tool_calling";
  };
  type PromptCacheBreakpoint = {
    mode: "explicit";
    ttl?: "30m" | "12h";
  };
  type PromptCacheOptions = {
    comparison_response_id?: string | null;
    mode?: "implicit" | "explicit";
    prewarm?: boolean;
    ttl?: "30m" | "12h";
  };
  type RankingOptions = {
    hybrid_search?: RankingOptionsHybridSearch;
    ranker?: "auto" | "default-2024-11-15";
    score_threshold?: number;
  };
  type RankingOptionsHybridSearch = {
    embedding_weight: number;
    text_weight: number;
  };
  type ResponseCodeInterpreterToolCallParam = {
    id: string;
    code: string | null;
    container_id: string;
    outputs?: Array<OutputLogs | OutputImage> | null;
    status: "in_progress" | "completed" | "incomplete" | "interpreting" | "failed";
    type: "code_interpreter_call";
  };
  type ResponseCompactionItemParamParam = {
    encrypted_content: string;
    type: "compaction";
    id?: string | null;
  };
  type ResponseComputerToolCallOutputScreenshotParam = {
    type: "computer_screenshot";
    file_id?: string;
    image_url?: string;
  };
  type ResponseComputerToolCallParam = {
    id: string;
    call_id: string;
    pending_safety_checks: Array<PendingSafetyCheck>;
    status: "in_progress" | "completed" | "incomplete";
    type: "computer_call";
    action?: ActionClick | ActionDoubleClick | ActionDrag | ActionKeypress | ActionMove | ActionScreenshot | ActionScroll | ActionType | ActionWait;
    actions?: Array<Click | DoubleClick | Drag | Keypress | Move | Screenshot | Scroll | Type | Wait>;
  };
  type ResponseConfigurationUpdateItemParamParam = {
    type: "configuration_update";
    id?: string | null;
    reasoning?: openai__types__responses__response_configuration_update_item_param_param__Reasoning;
    text?: openai__types__responses__response_configuration_update_item_param_param__Text;
  };
  type ResponseConversationParamParam = {
    id: string;
  };
  type ResponseCreateParamsNonStreaming = {
    access_programs?: AccessPrograms;
    background?: boolean | null;
    background_options?: BackgroundOptions;
    context_management?: Array<ContextManagement> | null;
    conversation?: string | ResponseConversationParamParam | null;
    image?: Image;
    include?: Array<"file_search_call.results" | "web_search_call.results" | "web_search_call.action.sources" | "message.input_image.image_url" | "computer_call_output.output.image_url" | "code_interpreter_call.outputs" | "reasoning.encrypted_content" | "message.output_text.logprobs"> | null;
    input?: string | Array<EasyInputMessageParam | Message | ResponseOutputMessageParam | ResponseFileSearchToolCallParam | ResponseComputerToolCallParam | ComputerCallOutput | ResponseFunctionWebSearchParam | ResponseFunctionToolCallParam | FunctionCallOutput | ToolSearchCall | ResponseToolSearchOutputItemParamParam | AdditionalTools | ResponseConfigurationUpdateItemParamParam | ResponseReasoningItemParam | ResponseCompactionItemParamParam | ImageGenerationCall | ResponseCodeInterpreterToolCallParam | LocalShellCall | LocalShellCallOutput | ShellCall | ShellCallOutput | ApplyPatchCall | ApplyPatchCallOutput | McpListTools | McpApprovalRequest | McpApprovalResponse | McpCall | ResponseCustomToolCallOutputParam | ResponseCustomToolCallParam | CompactionTrigger | ItemReference | Program | ProgramOutput>;
    instructions?: string | null;
    max_output_tokens?: number | null;
    max_tool_calls?: number | null;
    metadata?: { [key: string]: string } | null;
    model?: string | "gpt-6-astra" | "gpt-6.2-astra" | "gpt-6.1-sol" | "gpt-6.2-sol" | "gpt-6.1-terra" | "gpt-6-sol" | "gpt-6-luna" | "gpt-5.6-sol" | "gpt-5.6-terra" | "gpt-5.6-luna" | "gpt-5.5" | "gpt-5.5-2026-04-23" | "gpt-5.4" | "gpt-5.4-mini" | "gpt-5.4-nano" | "gpt-5.4-mini-2026-03-17" | "gpt-5.4-nano-2026-03-17" | "gpt-5.3-chat-latest" | "gpt-5.2" | "gpt-5.2-2025-12-11" | "gpt-5.2-chat-latest" | "gpt-5.2-pro" | "gpt-5.2-pro-2025-12-11" | "gpt-5.1" | "gpt-5.1-2025-11-13" | "gpt-5.1-codex" | "gpt-5.1-mini" | "gpt-5.1-chat-latest" | "gpt-5" | "gpt-5-mini" | "gpt-5-nano" | "gpt-5-2025-08-07" | "gpt-5-mini-2025-08-07" | "gpt-5-nano-2025-08-07" | "gpt-5-chat-latest" | "gpt-4.1" | "gpt-4.1-mini" | "gpt-4.1-nano" | "gpt-4.1-2025-04-14" | "gpt-4.1-mini-2025-04-14" | "gpt-4.1-nano-2025-04-14" | "o4-mini" | "o4-mini-2025-04-16" | "o3" | "o3-2025-04-16" | "o3-mini" | "o3-mini-2025-01-31" | "o1" | "o1-2024-12-17" | "o1-preview" | "o1-preview-2024-09-12" | "o1-mini" | "o1-mini-2024-09-12" | "gpt-4o" | "gpt-4o-2024-11-20" | "gpt-4o-2024-08-06" | "gpt-4o-2024-05-13" | "gpt-audio-mini" | "gpt-audio-mini-2025-12-15" | "gpt-4o-audio-preview" | "gpt-4o-audio-preview-2024-10-01" | "gpt-4o-audio-preview-2024-12-17" | "gpt-4o-audio-preview-2025-06-03" | "gpt-4o-mini-audio-preview" | "gpt-4o-mini-audio-preview-2024-12-17" | "gpt-4o-search-preview" | "gpt-4o-mini-search-preview" | "gpt-4o-search-preview-2025-03-11" | "gpt-4o-mini-search-preview-2025-03-11" | "chatgpt-4o-latest" | "codex-mini-latest" | "gpt-4o-mini" | "gpt-4o-mini-2024-07-18" | "gpt-4-turbo" | "gpt-4-turbo-2024-04-09" | "gpt-4-0125-preview" | "gpt-4-turbo-preview" | "gpt-4-1106-preview" | "gpt-4-vision-preview" | "gpt-4" | "gpt-4-0314" | "gpt-4-0613" | "gpt-4-32k" | "gpt-4-32k-0314" | "gpt-4-32k-0613" | "gpt-3.5-turbo" | "gpt-3.5-turbo-16k" | "gpt-3.5-turbo-0301" | "gpt-3.5-turbo-0613" | "gpt-3.5-turbo-1106" | "gpt-3.5-turbo-0125" | "gpt-3.5-turbo-16k-0613" | "o1-pro" | "o1-pro-2025-03-19" | "o3-pro" | "o3-pro-2025-06-10" | "o3-deep-research" | "o3-deep-research-2025-06-26" | "o4-mini-deep-research" | "o4-mini-deep-research-2025-06-26" | "computer-use-preview" | "computer-use-preview-2025-03-11" | "gpt-5.5-pro" | "gpt-5.5-pro-2026-04-23" | "gpt-5-codex" | "gpt-5-pro" | "gpt-5-pro-2025-10-06" | "gpt-5.1-codex-max" | "gpt-daybreak-blue-latest" | "gpt-daybreak-red-latest" | "gpt-5.6-cyber" | "gpt-6-cyber" | "gpt-rosalind-research" | "gpt-6-rosalind" | "gpt-6.2-astra-law";
    moderation?: Moderation | null;
    parallel_tool_calls?: boolean | null;
    previous_response_id?: string | null;
    prompt?: ResponsePromptParam | null;
    prompt_cache_key?: string | null;
    prompt_cache_options?: PromptCacheOptions;
    prompt_cache_retention?: "in_memory" | "24h" | null;
    reasoning?: openai__types__shared_params__reasoning__Reasoning | null;
    safety_identifier?: string | null;
    service_tier?: "auto" | "default" | "flex" | "scale" | "priority" | "fast" | "ultrafast" | null;
    store?: boolean | null;
    stream_options?: StreamOptions | null;
    temperature?: number | null;
    text?: ResponseTextConfigParam | null;
    tool_choice?: "none" | "auto" | "required" | ToolChoiceAllowedParam | ToolChoiceTypesParam | ToolChoiceFunctionParam | ToolChoiceMcpParam | ToolChoiceCustomParam | ToolChoiceSpecificProgrammaticToolCallingParam | ToolChoiceApplyPatchParam | ToolChoiceShellParam | null;
    tools?: Array<FunctionToolParam | FileSearchToolParam | ComputerToolParam | ComputerUsePreviewToolParam | WebSearchToolParam | Mcp | CodeInterpreter | ProgrammaticToolCalling | ImageGeneration | LocalShell | FunctionShellToolParam | CustomToolParam | NamespaceToolParam | ToolSearchToolParam | WebSearchPreviewToolParam | ApplyPatchToolParam> | null;
    top_logprobs?: number | null;
    top_p?: number | null;
    truncation?: "auto" | "disabled" | null;
    user?: string | null;
    stream?: false | null;
    client_metadata?: { [key: string]: string };
  };
  type ResponseCreateParamsStreaming = {
    access_programs?: AccessPrograms;
    background?: boolean | null;
    background_options?: BackgroundOptions;
    context_management?: Array<ContextManagement> | null;
    conversation?: string | ResponseConversationParamParam | null;
    image?: Image;
    include?: Array<"file_search_call.results" | "web_search_call.results" | "web_search_call.action.sources" | "message.input_image.image_url" | "computer_call_output.output.image_url" | "code_interpreter_call.outputs" | "reasoning.encrypted_content" | "message.output_text.logprobs"> | null;
    input?: string | Array<EasyInputMessageParam | Message | ResponseOutputMessageParam | ResponseFileSearchToolCallParam | ResponseComputerToolCallParam | ComputerCallOutput | ResponseFunctionWebSearchParam | ResponseFunctionToolCallParam | FunctionCallOutput | ToolSearchCall | ResponseToolSearchOutputItemParamParam | AdditionalTools | ResponseConfigurationUpdateItemParamParam | ResponseReasoningItemParam | ResponseCompactionItemParamParam | ImageGenerationCall | ResponseCodeInterpreterToolCallParam | LocalShellCall | LocalShellCallOutput | ShellCall | ShellCallOutput | ApplyPatchCall | ApplyPatchCallOutput | McpListTools | McpApprovalRequest | McpApprovalResponse | McpCall | ResponseCustomToolCallOutputParam | ResponseCustomToolCallParam | CompactionTrigger | ItemReference | Program | ProgramOutput>;
    instructions?: string | null;
    max_output_tokens?: number | null;
    max_tool_calls?: number | null;
    metadata?: { [key: string]: string } | null;
    model?: string | "gpt-6-astra" | "gpt-6.2-astra" | "gpt-6.1-sol" | "gpt-6.2-sol" | "gpt-6.1-terra" | "gpt-6-sol" | "gpt-6-luna" | "gpt-5.6-sol" | "gpt-5.6-terra" | "gpt-5.6-luna" | "gpt-5.5" | "gpt-5.5-2026-04-23" | "gpt-5.4" | "gpt-5.4-mini" | "gpt-5.4-nano" | "gpt-5.4-mini-2026-03-17" | "gpt-5.4-nano-2026-03-17" | "gpt-5.3-chat-latest" | "gpt-5.2" | "gpt-5.2-2025-12-11" | "gpt-5.2-chat-latest" | "gpt-5.2-pro" | "gpt-5.2-pro-2025-12-11" | "gpt-5.1" | "gpt-5.1-2025-11-13" | "gpt-5.1-codex" | "gpt-5.1-mini" | "gpt-5.1-chat-latest" | "gpt-5" | "gpt-5-mini" | "gpt-5-nano" | "gpt-5-2025-08-07" | "gpt-5-mini-2025-08-07" | "gpt-5-nano-2025-08-07" | "gpt-5-chat-latest" | "gpt-4.1" | "gpt-4.1-mini" | "gpt-4.1-nano" | "gpt-4.1-2025-04-14" | "gpt-4.1-mini-2025-04-14" | "gpt-4.1-nano-2025-04-14" | "o4-mini" | "o4-mini-2025-04-16" | "o3" | "o3-2025-04-16" | "o3-mini" | "o3-mini-2025-01-31" | "o1" | "o1-2024-12-17" | "o1-preview" | "o1-preview-2024-09-12" | "o1-mini" | "o1-mini-2024-09-12" | "gpt-4o" | "gpt-4o-2024-11-20" | "gpt-4o-2024-08-06" | "gpt-4o-2024-05-13" | "gpt-audio-mini" | "gpt-audio-mini-2025-12-15" | "gpt-4o-audio-preview" | "gpt-4o-audio-preview-2024-10-01" | "gpt-4o-audio-preview-2024-12-17" | "gpt-4o-audio-preview-2025-06-03" | "gpt-4o-mini-audio-preview" | "gpt-4o-mini-audio-preview-2024-12-17" | "gpt-4o-search-preview" | "gpt-4o-mini-search-preview" | "gpt-4o-search-preview-2025-03-11" | "gpt-4o-mini-search-preview-2025-03-11" | "chatgpt-4o-latest" | "codex-mini-latest" | "gpt-4o-mini" | "gpt-4o-mini-2024-07-18" | "gpt-4-turbo" | "gpt-4-turbo-2024-04-09" | "gpt-4-0125-preview" | "gpt-4-turbo-preview" | "gpt-4-1106-preview" | "gpt-4-vision-preview" | "gpt-4" | "gpt-4-0314" | "gpt-4-0613" | "gpt-4-32k" | "gpt-4-32k-0314" | "gpt-4-32k-0613" | "gpt-3.5-turbo" | "gpt-3.5-turbo-16k" | "gpt-3.5-turbo-0301" | "gpt-3.5-turbo-0613" | "gpt-3.5-turbo-1106" | "gpt-3.5-turbo-0125" | "gpt-3.5-turbo-16k-0613" | "o1-pro" | "o1-pro-2025-03-19" | "o3-pro" | "o3-pro-2025-06-10" | "o3-deep-research" | "o3-deep-research-2025-06-26" | "o4-mini-deep-research" | "o4-mini-deep-research-2025-06-26" | "computer-use-preview" | "computer-use-preview-2025-03-11" | "gpt-5.5-pro" | "gpt-5.5-pro-2026-04-23" | "gpt-5-codex" | "gpt-5-pro" | "gpt-5-pro-2025-10-06" | "gpt-5.1-codex-max" | "gpt-daybreak-blue-latest" | "gpt-daybreak-red-latest" | "gpt-5.6-cyber" | "gpt-6-cyber" | "gpt-rosalind-research" | "gpt-6-rosalind" | "gpt-6.2-astra-law";
    moderation?: Moderation | null;
    parallel_tool_calls?: boolean | null;
    previous_response_id?: string | null;
    prompt?: ResponsePromptParam | null;
    prompt_cache_key?: string | null;
    prompt_cache_options?: PromptCacheOptions;
    prompt_cache_retention?: "in_memory" | "24h" | null;
    reasoning?: openai__types__shared_params__reasoning__Reasoning | null;
    safety_identifier?: string | null;
    service_tier?: "auto" | "default" | "flex" | "scale" | "priority" | "fast" | "ultrafast" | null;
    store?: boolean | null;
    stream_options?: StreamOptions | null;
    temperature?: number | null;
    text?: ResponseTextConfigParam | null;
    tool_choice?: "none" | "auto" | "required" | ToolChoiceAllowedParam | ToolChoiceTypesParam | ToolChoiceFunctionParam | ToolChoiceMcpParam | ToolChoiceCustomParam | ToolChoiceSpecificProgrammaticToolCallingParam | ToolChoiceApplyPatchParam | ToolChoiceShellParam | null;
    tools?: Array<FunctionToolParam | FileSearchToolParam | ComputerToolParam | ComputerUsePreviewToolParam | WebSearchToolParam | Mcp | CodeInterpreter | ProgrammaticToolCalling | ImageGeneration | LocalShell | FunctionShellToolParam | CustomToolParam | NamespaceToolParam | ToolSearchToolParam | WebSearchPreviewToolParam | ApplyPatchToolParam> | null;
    top_logprobs?: number | null;
    top_p?: number | null;
    truncation?: "auto" | "disabled" | null;
    user?: string | null;
    stream: true;
    client_metadata?: { [key: string]: string };
  };
  type ResponseCustomToolCallOutputParam = {
    call_id: string;
    output: string | Array<ResponseInputTextParam | ResponseInputImageParam | ResponseInputFileParam>;
    type: "custom_tool_call_output";
    id?: string;
    caller?: CallerDirect | CallerProgram | null;
  };
  type ResponseCustomToolCallParam = {
    async?: boolean;
    call_id: string;
    input: string;
    name: string;
    type: "custom_tool_call";
    id?: string;
    caller?: CallerDirect | CallerProgram | null;
    namespace?: string;
    status?: "in_progress" | "completed" | "incomplete";
  };
  type ResponseFileSearchToolCallParam = {
    id: string;
    queries: Array<string>;
    status: "in_progress" | "searching" | "completed" | "incomplete" | "failed";
    type: "file_search_call";
    results?: Array<Result> | null;
  };
  type ResponseFormatJSONObject = {
    type: "json_object";
  };
  type ResponseFormatText = {
    type: "text";
  };
  type ResponseFormatTextJSONSchemaConfigParam = {
    name: string;
    schema: { [key: string]: unknown };
    type: "json_schema";
    description?: string;
    strict?: boolean | null;
  };
  type ResponseFunctionShellCallOutputContentParam = {
    outcome: OutcomeTimeout | OutcomeExit;
    stderr: string;
    stdout: string;
  };
  type ResponseFunctionToolCallParam = {
    async?: boolean;
    arguments: string;
    call_id: string;
    name: string;
    type: "function_call";
    id?: string | null;
    caller?: CallerDirect | CallerProgram | null;
    namespace?: string;
    status?: "in_progress" | "completed" | "incomplete" | null;
  };
  type ResponseFunctionWebSearchParam = {
    id: string;
    action: ActionSearch | ActionOpenPage | ActionFind;
    status: "in_progress" | "searching" | "completed" | "incomplete" | "failed";
    type: "web_search_call";
  };
  type ResponseInputFileContentParam = {
    type: "input_file";
    detail?: "auto" | "low" | "high";
    file_data?: string | null;
    file_id?: string | null;
    file_url?: string | null;
    filename?: string | null;
    prompt_cache_breakpoint?: PromptCacheBreakpoint | null;
  };
  type ResponseInputFileParam = {
    type: "input_file";
    detail?: "auto" | "low" | "high";
    file_data?: string;
    file_id?: string | null;
    file_url?: string;
    filename?: string;
    prompt_cache_breakpoint?: PromptCacheBreakpoint;
  };
  type ResponseInputImageContentParam = {
    type: "input_image";
    detail?: "low" | "high" | "auto" | "original" | null;
    file_id?: string | null;
    image_url?: string | null;
    prompt_cache_breakpoint?: PromptCacheBreakpoint | null;
  };
  type ResponseInputImageParam = {
    detail?: "low" | "high" | "auto" | "original";
    type: "input_image";
    file_id?: string | null;
    image_url?: string | null;
    prompt_cache_breakpoint?: PromptCacheBreakpoint;
  };
  type ResponseInputTextContentParam = {
    text: string;
    type: "input_text";
    prompt_cache_breakpoint?: PromptCacheBreakpoint | null;
  };
  type ResponseInputTextParam = {
    text: string;
    type: "input_text";
    prompt_cache_breakpoint?: PromptCacheBreakpoint;
  };
  type ResponseOutputMessageParam = {
    id: string;
    content: Array<ResponseOutputTextParam | ResponseOutputRefusalParam>;
    role: "assistant";
    status: "in_progress" | "completed" | "incomplete";
    type: "message";
    phase?: "commentary" | "final_answer" | null;
  };
  type ResponseOutputRefusalParam = {
    refusal: string;
    type: "refusal";
  };
  type ResponseOutputTextParam = {
    annotations?: Array<AnnotationFileCitation | AnnotationURLCitation | AnnotationContainerFileCitation | AnnotationFilePath>;
    text: string;
    type: "output_text";
    logprobs?: Array<Logprob>;
  };
  type ResponsePromptParam = {
    id: string;
    variables?: { [key: string]: string | ResponseInputTextParam | ResponseInputImageParam | ResponseInputFileParam } | null;
    version?: string | null;
  };
  type ResponseReasoningItemParam = {
    id?: string;
    summary: Array<Summary>;
    type: "reasoning";
    content?: Array<Content> | null;
    encrypted_content?: string | null;
    status?: "in_progress" | "completed" | "incomplete";
  };
  type ResponseTextConfigParam = {
    format?: ResponseFormatText | ResponseFormatTextJSONSchemaConfigParam | ResponseFormatJSONObject;
    verbosity?: "low" | "medium" | "high" | null;
  };
  type ResponseToolSearchOutputItemParamParam = {
    tools: Array<FunctionToolParam | FileSearchToolParam | ComputerToolParam | ComputerUsePreviewToolParam | WebSearchToolParam | ToolMcp | ToolCodeInterpreter | ToolProgrammaticToolCalling | ToolImageGeneration | ToolLocalShell | FunctionShellToolParam | CustomToolParam | ToolSearchOutputNamespaceToolParam | ToolSearchToolParam | WebSearchPreviewToolParam | ApplyPatchToolParam>;
    type: "tool_search_output";
    id?: string | null;
    call_id?: string | null;
    execution?: "server" | "client";
    status?: "in_progress" | "completed" | "incomplete" | null;
  };
  type Result = {
    attributes?: { [key: string]: string | number | boolean } | null;
    file_id?: string;
    filename?: string;
    score?: number;
    text?: string;
  };
  type Screenshot = {
    type: "screenshot";
  };
  type Scroll = {
    scroll_x: number;
    scroll_y: number;
    type: "scroll";
    x: number;
    y: number;
    keys?: Array<string> | null;
  };
  type ShellCall = {
    action: ShellCallAction;
    call_id: string;
    type: "shell_call";
    id?: string | null;
    caller?: ShellCallCallerDirect | ShellCallCallerProgram | null;
    environment?: LocalEnvironmentParam | ContainerReferenceParam | null;
    status?: "in_progress" | "completed" | "incomplete" | null;
  };
  type ShellCallAction = {
    commands: Array<string>;
    max_output_length?: number | null;
    timeout_ms?: number | null;
  };
  type ShellCallCallerDirect = {
    type: "direct";
  };
  type ShellCallCallerProgram = {
    caller_id: string;
    type: "program";
  };
  type ShellCallOutput = {
    call_id: string;
    output: Array<ResponseFunctionShellCallOutputContentParam>;
    type: "shell_call_output";
    id?: string | null;
    caller?: ShellCallOutputCallerDirect | ShellCallOutputCallerProgram | null;
    max_output_length?: number | null;
    status?: "in_progress" | "completed" | "incomplete" | null;
  };
  type ShellCallOutputCallerDirect = {
    type: "direct";
  };
  type ShellCallOutputCallerProgram = {
    caller_id: string;
    type: "program";
  };
  type SkillReferenceParam = {
    skill_id: string;
    type: "skill_reference";
    version?: string;
  };
  type StreamOptions = {
    include_obfuscation?: boolean;
  };
  type Summary = {
    text: string;
    type: "summary_text";
  };
  type ToolChoiceAllowedParam = {
    mode: "auto" | "required";
    tools: Array<{ [key: string]: unknown }>;
    type: "allowed_tools";
  };
  type ToolChoiceApplyPatchParam = {
    type: "apply_patch";
  };
  type ToolChoiceCustomParam = {
    name: string;
    type: "custom";
  };
  type ToolChoiceFunctionParam = {
    name: string;
    type: "function";
  };
  type ToolChoiceMcpParam = {
    server_label: string;
    type: "mcp";
    name?: string | null;
  };
  type ToolChoiceShellParam = {
    type: "shell";
  };
  type ToolChoiceSpecificProgrammaticToolCallingParam = {
    type: "programmatic_tool_calling";
  };
  type ToolChoiceTypesParam = {
    type: "file_search" | "web_search_preview" | "computer" | "computer_use_preview" | "computer_use" | "web_search_preview_2025_03_11" | "image_generation" | "code_interpreter";
  };
  type ToolCodeInterpreter = {
    container: string | ToolCodeInterpreterContainerCodeInterpreterToolAuto;
    type: "code_interpreter";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
  };
  type ToolCodeInterpreterContainerCodeInterpreterToolAuto = {
    type: "auto";
    file_ids?: Array<string>;
    memory_limit?: "1g" | "4g" | "16g" | "64g" | null;
    network_policy?: ContainerNetworkPolicyDisabledParam | ContainerNetworkPolicyAllowlistParam;
  };
  type ToolFunction = {
    async?: boolean;
    name: string;
    type: "function";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
    defer_loading?: boolean;
    description?: string | null;
    output_schema?: { [key: string]: unknown } | null;
    parameters?: unknown;
    strict?: boolean | null;
  };
  type ToolImageGeneration = {
    type: "image_generation";
    action?: "generate" | "edit" | "auto";
    background?: "transparent" | "opaque" | "auto";
    complexity?: "low" | "medium" | "high";
    frame_count?: number;
    frame_duration_ms?: number;
    input_fidelity?: "high" | "low" | null;
    input_image_mask?: ToolImageGenerationInputImageMask;
    model?: string | "gpt-image-1" | "gpt-image-1-mini" | "gpt-image-2" | "gpt-image-2-2026-04-21" | "gpt-image-2.5-sunburst" | "gpt-image-2.5-sunburst-2026-09-08" | "gpt-image-2.5-flare" | "gpt-image-2.5-flare-2026-09-08" | "gpt-image-2.6-sunburst" | "gpt-image-2.6-flare" | "gpt-image-1.5" | "chatgpt-image-latest";
    moderation?: "auto" | "low";
    output_compression?: number;
    output_format?: "png" | "webp" | "jpeg" | "gif" | "svg";
    partial_images?: number;
    quality?: "low" | "medium" | "high" | "xhigh" | "max" | "auto";
    size?: string | "1024x1024" | "1024x1536" | "1536x1024" | "auto";
    svg?: ToolImageGenerationSvg;
  };
  type ToolImageGenerationInputImageMask = {
    file_id?: string;
    image_url?: string;
  };
  type ToolImageGenerationSvg = {
    model?: string;
    reasoning?: ToolImageGenerationSvgReasoning | null;
  };
  type ToolImageGenerationSvgReasoning = {
    effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
  };
  type ToolLocalShell = {
    type: "local_shell";
  };
  type ToolMcp = {
    server_label: string;
    type: "mcp";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
    allowed_tools?: Array<string> | ToolMcpAllowedToolsMcpToolFilter | null;
    authorization?: string;
    connector_id?: "connector_dropbox" | "connector_gmail" | "connector_googlecalendar" | "connector_googledrive" | "connector_microsoftteams" | "connector_outlookcalendar" | "connector_outlookemail" | "connector_sharepoint";
    defer_loading?: boolean;
    headers?: { [key: string]: string } | null;
    require_approval?: ToolMcpRequireApprovalMcpToolApprovalFilter | "always" | "never" | null;
    server_description?: string;
    server_url?: string;
    tunnel_id?: string;
  };
  type ToolMcpAllowedToolsMcpToolFilter = {
    read_only?: boolean;
    tool_names?: Array<string>;
  };
  type ToolMcpRequireApprovalMcpToolApprovalFilter = {
    always?: ToolMcpRequireApprovalMcpToolApprovalFilterAlways;
    never?: ToolMcpRequireApprovalMcpToolApprovalFilterNever;
  };
  type ToolMcpRequireApprovalMcpToolApprovalFilterAlways = {
    read_only?: boolean;
    tool_names?: Array<string>;
  };
  type ToolMcpRequireApprovalMcpToolApprovalFilterNever = {
    read_only?: boolean;
    tool_names?: Array<string>;
  };
  type ToolProgrammaticToolCalling = {
    type: "programmatic_tool_calling";
  };
  type ToolSearchCall = {
    arguments: unknown;
    type: "tool_search_call";
    id?: string | null;
    call_id?: string | null;
    execution?: "server" | "client";
    status?: "in_progress" | "completed" | "incomplete" | null;
  };
  type ToolSearchOutputNamespaceToolParam = {
    description: string;
    name: string;
    tools: Array<ToolFunction | CustomToolParam>;
    type: "namespace";
  };
  type ToolSearchToolParam = {
    type: "tool_search";
    description?: string | null;
    execution?: "server" | "client";
    parameters?: unknown;
  };
  type Type = {
    text: string;
    type: "type";
  };
  type Wait = {
    type: "wait";
  };
  type WebSearchPreviewToolParam = {
    type: "web_search_preview" | "web_search_preview_2025_03_11";
    search_content_types?: Array<"text" | "image">;
    search_context_size?: "low" | "medium" | "high";
    user_location?: openai__types__responses__web_search_preview_tool_param__UserLocation | null;
  };
  type WebSearchToolParam = {
    type: "web_search" | "web_search_2025_08_26";
    external_web_access?: boolean;
    filters?: Filters | null;
    search_context_size?: "low" | "medium" | "high";
    user_location?: openai__types__responses__web_search_tool_param__UserLocation | null;
  };
  type openai__types__responses__response_configuration_update_item_param_param__Reasoning = {
    effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max" | null;
  };
  type openai__types__responses__response_configuration_update_item_param_param__Text = {
    format: ResponseFormatText | ResponseFormatTextJSONSchemaConfigParam;
  };
  type openai__types__responses__web_search_preview_tool_param__UserLocation = {
    type: "approximate";
    city?: string | null;
    country?: string | null;
    region?: string | null;
    timezone?: string | null;
  };
  type openai__types__responses__web_search_tool_param__UserLocation = {
    city?: string | null;
    country?: string | null;
    region?: string | null;
    timezone?: string | null;
    type?: "approximate";
  };
  type openai__types__shared_params__custom_tool_input_format__Text = {
    type: "text";
  };
  type openai__types__shared_params__reasoning__Reasoning = {
    context?: "auto" | "current_turn" | "all_turns" | null;
    effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max" | null;
    generate_summary?: "auto" | "concise" | "detailed" | null;
    mode?: string | "standard" | "pro";
    summary?: "auto" | "concise" | "detailed" | null;
  };
  type Root = ResponseCreateParamsNonStreaming | ResponseCreateParamsStreaming;
}

export declare namespace ResponsesResponses {
  type AccessPrograms = {
    cyber: "standard" | "daybreak_blue" | "daybreak_red";
  };
  type AcknowledgedSafetyCheck = {
    id: string;
    code?: string | null;
    message?: string | null;
  };
  type Action = {
    commands: Array<string>;
    max_output_length?: number | null;
    timeout_ms?: number | null;
  };
  type ActionClick = {
    button: "left" | "right" | "wheel" | "back" | "forward";
    type: "click";
    x: number;
    y: number;
    keys?: Array<string> | null;
  };
  type ActionDoubleClick = {
    keys?: Array<string> | null;
    type: "double_click";
    x: number;
    y: number;
  };
  type ActionDrag = {
    path: Array<ActionDragPath>;
    type: "drag";
    keys?: Array<string> | null;
  };
  type ActionDragPath = {
    x: number;
    y: number;
  };
  type ActionFind = {
    pattern: string;
    type: "find_in_page";
    url: string;
  };
  type ActionKeypress = {
    keys: Array<string>;
    type: "keypress";
  };
  type ActionMove = {
    type: "move";
    x: number;
    y: number;
    keys?: Array<string> | null;
  };
  type ActionOpenPage = {
    type: "open_page";
    url?: string | null;
  };
  type ActionScreenshot = {
    type: "screenshot";
  };
  type ActionScroll = {
    scroll_x: number;
    scroll_y: number;
    type: "scroll";
    x: number;
    y: number;
    keys?: Array<string> | null;
  };
  type ActionSearch = {
    type: "search";
    queries?: Array<string> | null;
    query?: string | null;
    sources?: Array<ActionSearchSource> | null;
  };
  type ActionSearchSource = {
    type: "url" | "api";
    url?: string;
    name?: string;
  };
  type ActionType = {
    text: string;
    type: "type";
  };
  type ActionWait = {
    type: "wait";
  };
  type AnnotationContainerFileCitation = {
    container_id: string;
    end_index: number;
    file_id: string;
    filename: string;
    start_index: number;
    type: "container_file_citation";
  };
  type AnnotationFileCitation = {
    file_id: string;
    filename: string;
    index: number;
    type: "file_citation";
  };
  type AnnotationFilePath = {
    file_id: string;
    index: number;
    type: "file_path";
  };
  type AnnotationURLCitation = {
    end_index: number;
    start_index: number;
    title: string;
    type: "url_citation";
    url: string;
  };
  type ApplyPatchCall = {
    call_id: string;
    operation: ApplyPatchCallOperationCreateFile | ApplyPatchCallOperationDeleteFile | ApplyPatchCallOperationUpdateFile;
    status: "in_progress" | "completed";
    type: "apply_patch_call";
    id?: string | null;
    caller?: ApplyPatchCallCallerDirect | ApplyPatchCallCallerProgram | null;
  };
  type ApplyPatchCallCallerDirect = {
    type: "direct";
  };
  type ApplyPatchCallCallerProgram = {
    caller_id: string;
    type: "program";
  };
  type ApplyPatchCallOperationCreateFile = {
    diff: string;
    path: string;
    type: "create_file";
  };
  type ApplyPatchCallOperationDeleteFile = {
    path: string;
    type: "delete_file";
  };
  type ApplyPatchCallOperationUpdateFile = {
    diff: string;
    path: string;
    type: "update_file";
  };
  type ApplyPatchCallOutput = {
    call_id: string;
    status: "completed" | "failed";
    type: "apply_patch_call_output";
    id?: string | null;
    caller?: ApplyPatchCallOutputCallerDirect | ApplyPatchCallOutputCallerProgram | null;
    output?: string | null;
  };
  type ApplyPatchCallOutputCallerDirect = {
    type: "direct";
  };
  type ApplyPatchCallOutputCallerProgram = {
    caller_id: string;
    type: "program";
  };
  type ApplyPatchTool = {
    type: "apply_patch";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
  };
  type CallerDirect = {
    type: "direct";
  };
  type CallerProgram = {
    caller_id: string;
    type: "program";
  };
  type Click = {
    button: "left" | "right" | "wheel" | "back" | "forward";
    type: "click";
    x: number;
    y: number;
    keys?: Array<string> | null;
  };
  type CodeInterpreter = {
    container: string | CodeInterpreterContainerCodeInterpreterToolAuto;
    type: "code_interpreter";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
  };
  type CodeInterpreterContainerCodeInterpreterToolAuto = {
    type: "auto";
    file_ids?: Array<string> | null;
    memory_limit?: "1g" | "4g" | "16g" | "64g" | null;
    network_policy?: ContainerNetworkPolicyDisabled | ContainerNetworkPolicyAllowlist | null;
  };
  type CompactionTrigger = {
    type: "compaction_trigger";
    id?: string | null;
  };
  type ComparisonFilter = {
    key: string;
    type: "eq" | "ne" | "gt" | "gte" | "lt" | "lte" | "in" | "nin";
    value: string | number | boolean | Array<string | number>;
  };
  type CompoundFilter = {
    filters: Array<unknown>;
    type: "and" | "or";
  };
  type ComputerCallOutput = {
    call_id: string;
    output: ResponseComputerToolCallOutputScreenshot;
    type: "computer_call_output";
    id?: string | null;
    acknowledged_safety_checks?: Array<ComputerCallOutputAcknowledgedSafetyCheck> | null;
    status?: "in_progress" | "completed" | "incomplete" | null;
  };
  type ComputerCallOutputAcknowledgedSafetyCheck = {
    id: string;
    code?: string | null;
    message?: string | null;
  };
  type ComputerTool = {
    type: "computer";
  };
  type ComputerUsePreviewTool = {
    display_height: number;
    display_width: number;
    environment: "windows" | "mac" | "linux" | "ubuntu" | "browser";
    type: "computer_use_preview";
  };
  type ContainerAuto = {
    type: "container_auto";
    file_ids?: Array<string> | null;
    memory_limit?: "1g" | "4g" | "16g" | "64g" | null;
    network_policy?: ContainerNetworkPolicyDisabled | ContainerNetworkPolicyAllowlist | null;
    skills?: Array<SkillReference | InlineSkill> | null;
  };
  type ContainerNetworkPolicyAllowlist = {
    allowed_domains: Array<string>;
    type: "allowlist";
    domain_secrets?: Array<ContainerNetworkPolicyDomainSecret> | null;
  };
  type ContainerNetworkPolicyDisabled = {
    type: "disabled";
  };
  type ContainerNetworkPolicyDomainSecret = {
    domain: string;
    name: string;
    value: string;
  };
  type ContainerReference = {
    container_id: string;
    type: "container_reference";
  };
  type Content = {
    text: string;
    type: "reasoning_text";
  };
  type Conversation = {
    id: string;
  };
  type CustomTool = {
    name: string;
    type: "custom";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
    async?: boolean | null;
    defer_loading?: boolean | null;
    description?: string | null;
    format?: openai__types__shared__custom_tool_input_format__Text | Grammar | null;
  };
  type DoubleClick = {
    keys?: Array<string> | null;
    type: "double_click";
    x: number;
    y: number;
  };
  type Drag = {
    path: Array<DragPath>;
    type: "drag";
    keys?: Array<string> | null;
  };
  type DragPath = {
    x: number;
    y: number;
  };
  type EasyInputMessage = {
    content: string | Array<ResponseInputText | ResponseInputImage | ResponseInputFile>;
    role: "user" | "assistant" | "system" | "developer";
    phase?: "commentary" | "final_answer" | null;
    type?: "message" | null;
  };
  type FileSearchTool = {
    type: "file_search";
    vector_store_ids: Array<string>;
    filters?: ComparisonFilter | CompoundFilter | null;
    max_num_results?: number | null;
    ranking_options?: RankingOptions | null;
  };
  type Filters = {
    allowed_domains?: Array<string> | null;
  };
  type FunctionCallOutput = {
    output: string | Array<ResponseInputTextContent | ResponseInputImageContent | ResponseInputFileContent>;
    type: "function_call_output";
    id?: string | null;
    call_id?: string | null;
    caller?: FunctionCallOutputCallerDirect | FunctionCallOutputCallerProgram | null;
    name?: string | null;
    namespace?: string | null;
    status?: "in_progress" | "completed" | "incomplete" | null;
  };
  type FunctionCallOutputCallerDirect = {
    type: "direct";
  };
  type FunctionCallOutputCallerProgram = {
    caller_id: string;
    type: "program";
  };
  type FunctionShellTool = {
    type: "shell";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
    environment?: ContainerAuto | LocalEnvironment | ContainerReference | null;
  };
  type FunctionTool = {
    name: string;
    parameters?: { [key: string]: unknown } | null;
    strict?: boolean | null;
    type: "function";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
    async?: boolean | null;
    defer_loading?: boolean | null;
    description?: string | null;
    output_schema?: { [key: string]: unknown } | null;
  };
  type Grammar = {
    definition: string;
    syntax: "lark" | "regex";
    type: "grammar";
  };
  type HTTPError = {
    code: number;
    message: string;
    type: "http_error";
  };
  type Image = {
    context_compression: "enabled" | "disabled";
  };
  type ImageGeneration = {
    type: "image_generation";
    action?: "generate" | "edit" | "auto" | null;
    background?: "transparent" | "opaque" | "auto" | null;
    complexity?: "low" | "medium" | "high" | null;
    frame_count?: number | null;
    frame_duration_ms?: number | null;
    input_fidelity?: "high" | "low" | null;
    input_image_mask?: ImageGenerationInputImageMask | null;
    model?: string | "gpt-image-1" | "gpt-image-1-mini" | "gpt-image-2" | "gpt-image-2-2026-04-21" | "gpt-image-2.5-sunburst" | "gpt-image-2.5-sunburst-2026-09-08" | "gpt-image-2.5-flare" | "gpt-image-2.5-flare-2026-09-08" | "gpt-image-2.6-sunburst" | "gpt-image-2.6-flare" | "gpt-image-1.5" | "chatgpt-image-latest" | null;
    moderation?: "auto" | "low" | null;
    output_compression?: number | null;
    output_format?: "png" | "webp" | "jpeg" | "gif" | "svg" | null;
    partial_images?: number | null;
    quality?: "low" | "medium" | "high" | "xhigh" | "max" | "auto" | null;
    size?: string | "1024x1024" | "1024x1536" | "1536x1024" | "auto" | null;
    svg?: ImageGenerationSvg | null;
  };
  type ImageGenerationCall = {
    id: string;
    result?: string | null;
    status: "in_progress" | "completed" | "generating" | "failed";
    type: "image_generation_call";
    action?: "generate" | "edit" | "auto" | null;
    background?: "transparent" | "opaque" | "auto" | null;
    error?: ImageGenerationCallError | null;
    output_format?: "png" | "webp" | "jpeg" | "gif" | "svg" | null;
    quality?: "low" | "medium" | "high" | "xhigh" | "max" | "auto" | null;
    revised_prompt?: string | null;
    size?: string | "1024x1024" | "1024x1536" | "1536x1024" | null;
    svg_usage?: ImageGenerationCallSvgUsage | null;
  };
  type ImageGenerationCallError = {
    code?: string | null;
    message: string;
    param?: string | null;
    type: string;
    moderation_details?: ImageGenerationCallErrorModerationDetails | null;
  };
  type ImageGenerationCallErrorModerationDetails = {
    categories: Array<string>;
    moderation_stage: "input" | "output" | "unknown";
  };
  type ImageGenerationCallSvgUsage = {
    input_tokens: number;
    model: string;
    output_tokens: number;
    reasoning_tokens: number;
    total_tokens: number;
  };
  type ImageGenerationInputImageMask = {
    file_id?: string | null;
    image_url?: string | null;
  };
  type ImageGenerationSvg = {
    model?: string | null;
    reasoning?: ImageGenerationSvgReasoning | null;
  };
  type ImageGenerationSvgReasoning = {
    effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max" | null;
  };
  type IncompleteDetails = {
    reason?: "max_output_tokens" | "max_messages" | "content_filter" | "steered" | null;
  };
  type InlineSkill = {
    description: string;
    name: string;
    source: InlineSkillSource;
    type: "inline";
  };
  type InlineSkillSource = {
    data: string;
    media_type: "application/zip";
    type: "base64";
  };
  type InputTokensDetails = {
    cache_write_tokens?: number;
    cached_tokens: number;
    cache_write_tokens_details?: InputTokensDetailsCacheWriteTokensDetails | null;
  };
  type InputTokensDetailsCacheWriteTokensDetails = {
    ttl_12h_tokens: number;
    ttl_30m_tokens: number;
  };
  type InputTransformation = {
    id: string;
    action: "removed";
    reason: "organization_mismatch" | "end_user_mismatch" | "model_mismatch" | "prefix_mismatch" | "turn_boundary";
    type: "reasoning";
  };
  type ItemReference = {
    id: string;
    type?: "item_reference" | null;
  };
  type Keypress = {
    keys: Array<string>;
    type: "keypress";
  };
  type LocalEnvironment = {
    type: "local";
    skills?: Array<LocalSkill> | null;
  };
  type LocalShell = {
    type: "local_shell";
  };
  type LocalShellCall = {
    id: string;
    action: LocalShellCallAction;
    call_id: string;
    status: "in_progress" | "completed" | "incomplete";
    type: "local_shell_call";
  };
  type LocalShellCallAction = {
    command: Array<string>;
    env: { [key: string]: string };
    type: "exec";
    timeout_ms?: number | null;
    user?: string | null;
    working_directory?: string | null;
  };
  type LocalShellCallOutput = {
    id: string;
    output: string;
    type: "local_shell_call_output";
    status?: "in_progress" | "completed" | "incomplete" | null;
  };
  type LocalSkill = {
    description: string;
    name: string;
    path: string;
  };
  type Logprob = {
    token: string;
    bytes: Array<number>;
    logprob: number;
    top_logprobs: Array<LogprobTopLogprob>;
  };
  type LogprobTopLogprob = {
    token: string;
    bytes: Array<number>;
    logprob: number;
  };
  type Mcp = {
    server_label: string;
    type: "mcp";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
    allowed_tools?: Array<string> | McpAllowedToolsMcpToolFilter | null;
    authorization?: string | null;
    connector_id?: "connector_dropbox" | "connector_gmail" | "connector_googlecalendar" | "connector_googledrive" | "connector_microsoftteams" | "connector_outlookcalendar" | "connector_outlookemail" | "connector_sharepoint" | null;
    defer_loading?: boolean | null;
    headers?: { [key: string]: string } | null;
    require_approval?: McpRequireApprovalMcpToolApprovalFilter | "always" | "never" | null;
    server_description?: string | null;
    server_url?: string | null;
    tunnel_id?: string | null;
  };
  type McpAllowedToolsMcpToolFilter = {
    read_only?: boolean | null;
    tool_names?: Array<string> | null;
  };
  type McpApprovalRequest = {
    id: string;
    arguments: string;
    name: string;
    server_label: string;
    type: "mcp_approval_request";
  };
  type McpCall = {
    id: string;
    arguments: string;
    name: string;
    server_label: string;
    type: "mcp_call";
    approval_request_id?: string | null;
    error?: McpProtocolError | McpToolExecutionError | HTTPError | null;
    output?: string | null;
    status?: "in_progress" | "completed" | "incomplete" | "calling" | "failed" | null;
  };
  type McpListTools = {
    id: string;
    server_label: string;
    tools: Array<McpListToolsTool>;
    type: "mcp_list_tools";
    error?: string | null;
  };
  type McpListToolsTool = {
    input_schema: unknown;
    name: string;
    annotations?: unknown;
    description?: string | null;
  };
  type McpProtocolError = {
    code: number;
    message: string;
    type: "mcp_protocol_error";
  };
  type McpRequireApprovalMcpToolApprovalFilter = {
    always?: McpRequireApprovalMcpToolApprovalFilterAlways | null;
    never?: McpRequireApprovalMcpToolApprovalFilterNever | null;
  };
  type McpRequireApprovalMcpToolApprovalFilterAlways = {
    read_only?: boolean | null;
    tool_names?: Array<string> | null;
  };
  type McpRequireApprovalMcpToolApprovalFilterNever = {
    read_only?: boolean | null;
    tool_names?: Array<string> | null;
  };
  type McpToolExecutionError = {
    content: unknown;
    type: "mcp_tool_execution_error";
  };
  type Message = {
    content: Array<ResponseInputText | ResponseInputImage | ResponseInputFile>;
    role: "user" | "system" | "developer";
    status?: "in_progress" | "completed" | "incomplete" | null;
    type?: "message" | null;
  };
  type Misalignment = {
    detailed_explanation?: string | null;
    error_type?: string | "potentially_unintended_data_transfer" | "potentially_unintended_data_access" | "potentially_unintended_destructive_activity" | "other" | null;
    review_target?: string | null;
    steer?: MisalignmentSteer | null;
  };
  type MisalignmentSteer = {
    message: string;
  };
  type Moderation = {
    input: ModerationInputModerationResult | ModerationInputError;
    output: ModerationOutputModerationResult | ModerationOutputError;
  };
  type ModerationInputError = {
    code: string;
    message: string;
    type: "error";
  };
  type ModerationInputModerationResult = {
    categories: { [key: string]: boolean };
    category_applied_input_types: { [key: string]: Array<"text" | "image"> };
    category_scores: { [key: string]: number };
    flagged: boolean;
    model: string;
    type: "moderation_result";
  };
  type ModerationOutputError = {
    code: string;
    message: string;
    type: "error";
  };
  type ModerationOutputModerationResult = {
    categories: { [key: string]: boolean };
    category_applied_input_types: { [key: string]: Array<"text" | "image"> };
    category_scores: { [key: string]: number };
    flagged: boolean;
    model: string;
    type: "moderation_result";
  };
  type Move = {
    type: "move";
    x: number;
    y: number;
    keys?: Array<string> | null;
  };
  type NamespaceTool = {
    description: string;
    name: string;
    tools: Array<ToolFunction | CustomTool>;
    type: "namespace";
  };
  type OperationCreateFile = {
    diff: string;
    path: string;
    type: "create_file";
  };
  type OperationDeleteFile = {
    path: string;
    type: "delete_file";
  };
  type OperationUpdateFile = {
    diff: string;
    path: string;
    type: "update_file";
  };
  type OutcomeExit = {
    exit_code: number;
    type: "exit";
  };
  type OutcomeTimeout = {
    type: "timeout";
  };
  type Output = {
    outcome: OutputOutcomeTimeout | OutputOutcomeExit;
    stderr: string;
    stdout: string;
    created_by?: string | null;
  };
  type OutputImage = {
    type: "image";
    url: string;
  };
  type OutputLogs = {
    logs: string;
    type: "logs";
  };
  type OutputOutcomeExit = {
    exit_code: number;
    type: "exit";
  };
  type OutputOutcomeTimeout = {
    type: "timeout";
  };
  type OutputTokensDetails = {
    reasoning_tokens: number;
  };
  type PendingSafetyCheck = {
    id: string;
    code?: string | null;
    message?: string | null;
  };
  type Program = {
    id: string;
    call_id: string;
    code: string;
    fingerprint: string;
    type: "program";
  };
  type ProgramOutput = {
    id: string;
    call_id: string;
    result: string;
    status: "completed" | "incomplete";
    type: "program_output";
  };
  type ProgrammaticToolCalling = {
    type: "programmatic_tool_calling";
  };
  type PromptCacheBreakpoint = {
    mode: "explicit";
    ttl?: "30m" | "12h" | null;
  };
  type PromptCacheDiagnosticsCacheHit = {
    type: "cache_hit";
  };
  type PromptCacheDiagnosticsCacheMiss = {
    cache_missed_tokens: number;
    reason: "model_changed" | "prompt_cache_key_changed" | "tools_changed" | "text_format_changed" | "reasoning_effort_changed" | "verbosity_changed" | "context_compacted" | "input_changed" | "service_tier_changed";
    type: "cache_miss";
    comparison_reusable_tokens?: number | null;
  };
  type PromptCacheDiagnosticsComparisonResponseNotFound = {
    type: "comparison_response_not_found";
  };
  type PromptCacheDiagnosticsUnavailable = {
    type: "unavailable";
  };
  type PromptCacheOptions = {
    mode: "implicit" | "explicit";
    ttl: "30m" | "12h";
    comparison_response_id?: string | null;
  };
  type RankingOptions = {
    hybrid_search?: RankingOptionsHybridSearch | null;
    ranker?: "auto" | "default-2024-11-15" | null;
    score_threshold?: number | null;
  };
  type RankingOptionsHybridSearch = {
    embedding_weight: number;
    text_weight: number;
  };
  type ResponseApplyPatchToolCall = {
    id: string;
    call_id: string;
    operation: OperationCreateFile | OperationDeleteFile | OperationUpdateFile;
    status: "in_progress" | "completed";
    type: "apply_patch_call";
    caller?: CallerDirect | CallerProgram | null;
    created_by?: string | null;
  };
  type ResponseApplyPatchToolCallOutput = {
    id: string;
    call_id: string;
    status: "completed" | "failed";
    type: "apply_patch_call_output";
    caller?: CallerDirect | CallerProgram | null;
    created_by?: string | null;
    output?: string | null;
  };
  type ResponseCodeInterpreterToolCall = {
    id: string;
    code?: string | null;
    container_id: string;
    outputs?: Array<OutputLogs | OutputImage> | null;
    status: "in_progress" | "completed" | "incomplete" | "interpreting" | "failed";
    type: "code_interpreter_call";
  };
  type ResponseCompactionItem = {
    id: string;
    encrypted_content: string;
    type: "compaction";
    created_by?: string | null;
  };
  type ResponseCompactionItemParam = {
    encrypted_content: string;
    type: "compaction";
    id?: string | null;
  };
  type ResponseComputerToolCall = {
    id: string;
    call_id: string;
    pending_safety_checks: Array<PendingSafetyCheck>;
    status: "in_progress" | "completed" | "incomplete";
    type: "computer_call";
    action?: ActionClick | ActionDoubleClick | ActionDrag | ActionKeypress | ActionMove | ActionScreenshot | ActionScroll | ActionType | ActionWait | null;
    actions?: Array<Click | DoubleClick | Drag | Keypress | Move | Screenshot | Scroll | Type | Wait> | null;
  };
  type ResponseComputerToolCallOutputItem = {
    id: string;
    call_id: string;
    output: ResponseComputerToolCallOutputScreenshot;
    status: "completed" | "incomplete" | "failed" | "in_progress";
    type: "computer_call_output";
    acknowledged_safety_checks?: Array<AcknowledgedSafetyCheck> | null;
    created_by?: string | null;
  };
  type ResponseComputerToolCallOutputScreenshot = {
    type: "computer_screenshot";
    file_id?: string | null;
    image_url?: string | null;
  };
  type ResponseConfigurationUpdateItemParam = {
    type: "configuration_update";
    id?: string | null;
    reasoning?: openai__types__responses__response_configuration_update_item_param__Reasoning | null;
    text?: openai__types__responses__response_configuration_update_item_param__Text | null;
  };
  type ResponseContainerReference = {
    container_id: string;
    type: "container_reference";
  };
  type ResponseCustomToolCall = {
    call_id: string;
    input: string;
    name: string;
    type: "custom_tool_call";
    id?: string | null;
    async?: boolean | null;
    caller?: CallerDirect | CallerProgram | null;
    namespace?: string | null;
  };
  type ResponseCustomToolCallOutput = {
    call_id: string;
    output: string | Array<ResponseInputText | ResponseInputImage | ResponseInputFile>;
    type: "custom_tool_call_output";
    id?: string | null;
    caller?: CallerDirect | CallerProgram | null;
  };
  type ResponseCustomToolCallOutputItem = {
    call_id: string;
    output: string | Array<ResponseInputText | ResponseInputImage | ResponseInputFile>;
    type: "custom_tool_call_output";
    id: string;
    caller?: CallerDirect | CallerProgram | null;
    status: "in_progress" | "completed" | "incomplete";
    created_by?: string | null;
  };
  type ResponseError = {
    code: "server_error" | "rate_limit_exceeded" | "invalid_prompt" | "data_residency_mismatch" | "bio_policy" | "misalignment_policy_violation" | "vector_store_timeout" | "invalid_image" | "invalid_image_format" | "invalid_base64_image" | "invalid_image_url" | "image_too_large" | "image_too_small" | "image_parse_error" | "image_content_policy_violation" | "invalid_image_mode" | "image_file_too_large" | "unsupported_image_media_type" | "empty_image_file" | "failed_to_download_image" | "image_file_not_found" | string;
    message: string;
    misalignment?: Misalignment | null;
    param?: string | null;
    type?: string | null;
  };
  type ResponseFileSearchToolCall = {
    id: string;
    queries: Array<string>;
    status: "in_progress" | "searching" | "completed" | "incomplete" | "failed";
    type: "file_search_call";
    results?: Array<Result> | null;
  };
  type ResponseFormatJSONObject = {
    type: "json_object";
  };
  type ResponseFormatText = {
    type: "text";
  };
  type ResponseFormatTextJSONSchemaConfig = {
    name: string;
    schema: { [key: string]: unknown };
    type: "json_schema";
    description?: string | null;
    strict?: boolean | null;
  };
  type ResponseFunctionShellCallOutputContent = {
    outcome: OutcomeTimeout | OutcomeExit;
    stderr: string;
    stdout: string;
  };
  type ResponseFunctionShellToolCall = {
    id: string;
    action: Action;
    call_id: string;
    environment?: ResponseLocalEnvironment | ResponseContainerReference | null;
    status: "in_progress" | "completed" | "incomplete";
    type: "shell_call";
    caller?: CallerDirect | CallerProgram | null;
    created_by?: string | null;
  };
  type ResponseFunctionShellToolCallOutput = {
    id: string;
    call_id: string;
    max_output_length?: number | null;
    output: Array<Output>;
    status: "in_progress" | "completed" | "incomplete";
    type: "shell_call_output";
    caller?: CallerDirect | CallerProgram | null;
    created_by?: string | null;
  };
  type ResponseFunctionToolCall = {
    arguments: string;
    call_id: string;
    name: string;
    type: "function_call";
    id?: string | null;
    async?: boolean | null;
    caller?: CallerDirect | CallerProgram | null;
    namespace?: string | null;
    status?: "in_progress" | "completed" | "incomplete" | null;
  };
  type ResponseFunctionToolCallOutputItem = {
    id: string;
    output: string | Array<ResponseInputText | ResponseInputImage | ResponseInputFile>;
    status: "in_progress" | "completed" | "incomplete";
    type: "function_call_output";
    call_id?: string | null;
    caller?: CallerDirect | CallerProgram | null;
    created_by?: string | null;
    name?: string | null;
    namespace?: string | null;
  };
  type ResponseFunctionWebSearch = {
    id: string;
    action?: ActionSearch | ActionOpenPage | ActionFind;
    status: "in_progress" | "searching" | "completed" | "failed" | "incomplete";
    type: "web_search_call";
  };
  type ResponseInputFile = {
    type: "input_file";
    detail?: "auto" | "low" | "high" | null;
    file_data?: string | null;
    file_id?: string | null;
    file_url?: string | null;
    filename?: string | null;
    prompt_cache_breakpoint?: PromptCacheBreakpoint | null;
  };
  type ResponseInputFileContent = {
    type: "input_file";
    detail?: "auto" | "low" | "high" | null;
    file_data?: string | null;
    file_id?: string | null;
    file_url?: string | null;
    filename?: string | null;
    prompt_cache_breakpoint?: PromptCacheBreakpoint | null;
  };
  type ResponseInputImage = {
    detail: "low" | "high" | "auto" | "original";
    type: "input_image";
    file_id?: string | null;
    image_url?: string | null;
    prompt_cache_breakpoint?: PromptCacheBreakpoint | null;
  };
  type ResponseInputImageContent = {
    type: "input_image";
    detail?: "low" | "high" | "auto" | "original" | null;
    file_id?: string | null;
    image_url?: string | null;
    prompt_cache_breakpoint?: PromptCacheBreakpoint | null;
  };
  type ResponseInputText = {
    text: string;
    type: "input_text";
    prompt_cache_breakpoint?: PromptCacheBreakpoint | null;
  };
  type ResponseInputTextContent = {
    text: string;
    type: "input_text";
    prompt_cache_breakpoint?: PromptCacheBreakpoint | null;
  };
  type ResponseLocalEnvironment = {
    type: "local";
  };
  type ResponseOutputMessage = {
    id: string;
    content: Array<ResponseOutputText | ResponseOutputRefusal>;
    role: "assistant";
    status: "in_progress" | "completed" | "incomplete";
    type: "message";
    phase?: "commentary" | "final_answer" | null;
  };
  type ResponseOutputRefusal = {
    refusal: string;
    type: "refusal";
  };
  type ResponseOutputText = {
    annotations: Array<AnnotationFileCitation | AnnotationURLCitation | AnnotationContainerFileCitation | AnnotationFilePath>;
    text: string;
    type: "output_text";
    logprobs?: Array<Logprob> | null;
  };
  type ResponsePrompt = {
    id: string;
    variables?: { [key: string]: string | ResponseInputText | ResponseInputImage | ResponseInputFile } | null;
    version?: string | null;
  };
  type ResponseReasoningItem = {
    id: string;
    summary: Array<Summary>;
    type: "reasoning";
    content?: Array<Content> | null;
    encrypted_content?: string | null;
    status?: "in_progress" | "completed" | "incomplete" | null;
  };
  type ResponseTextConfig = {
    format?: ResponseFormatText | ResponseFormatTextJSONSchemaConfig | ResponseFormatJSONObject | null;
    verbosity?: "low" | "medium" | "high" | null;
  };
  type ResponseToolSearchCall = {
    id: string;
    arguments: unknown;
    call_id?: string | null;
    execution: "server" | "client";
    status: "in_progress" | "completed" | "incomplete";
    type: "tool_search_call";
    created_by?: string | null;
  };
  type ResponseToolSearchOutputItem = {
    id: string;
    call_id?: string | null;
    execution: "server" | "client";
    status: "in_progress" | "completed" | "incomplete";
    tools: Array<FunctionTool | FileSearchTool | ComputerTool | ComputerUsePreviewTool | WebSearchTool | Mcp | CodeInterpreter | ProgrammaticToolCalling | ImageGeneration | LocalShell | FunctionShellTool | CustomTool | NamespaceTool | ToolSearchTool | WebSearchPreviewTool | ApplyPatchTool>;
    type: "tool_search_output";
    created_by?: string | null;
  };
  type ResponseToolSearchOutputItemParam = {
    tools: Array<FunctionTool | FileSearchTool | ComputerTool | ComputerUsePreviewTool | WebSearchTool | ToolMcp | ToolCodeInterpreter | ToolProgrammaticToolCalling | ToolImageGeneration | ToolLocalShell | FunctionShellTool | CustomTool | ToolSearchOutputNamespaceTool | ToolSearchTool | WebSearchPreviewTool | ApplyPatchTool>;
    type: "tool_search_output";
    id?: string | null;
    call_id?: string | null;
    execution?: "server" | "client" | null;
    status?: "in_progress" | "completed" | "incomplete" | null;
  };
  type ResponseUsage = {
    input_tokens: number;
    input_tokens_details: InputTokensDetails;
    output_tokens: number;
    output_tokens_details: OutputTokensDetails;
    total_tokens: number;
  };
  type Result = {
    attributes?: { [key: string]: string | number | boolean } | null;
    file_id?: string | null;
    filename?: string | null;
    score?: number | null;
    text?: string | null;
  };
  type Screenshot = {
    type: "screenshot";
  };
  type Scroll = {
    scroll_x: number;
    scroll_y: number;
    type: "scroll";
    x: number;
    y: number;
    keys?: Array<string> | null;
  };
  type ShellCall = {
    action: ShellCallAction;
    call_id: string;
    type: "shell_call";
    id?: string | null;
    caller?: ShellCallCallerDirect | ShellCallCallerProgram | null;
    environment?: LocalEnvironment | ContainerReference | null;
    status?: "in_progress" | "completed" | "incomplete" | null;
  };
  type ShellCallAction = {
    commands: Array<string>;
    max_output_length?: number | null;
    timeout_ms?: number | null;
  };
  type ShellCallCallerDirect = {
    type: "direct";
  };
  type ShellCallCallerProgram = {
    caller_id: string;
    type: "program";
  };
  type ShellCallOutput = {
    call_id: string;
    output: Array<ResponseFunctionShellCallOutputContent>;
    type: "shell_call_output";
    id?: string | null;
    caller?: ShellCallOutputCallerDirect | ShellCallOutputCallerProgram | null;
    max_output_length?: number | null;
    status?: "in_progress" | "completed" | "incomplete" | null;
  };
  type ShellCallOutputCallerDirect = {
    type: "direct";
  };
  type ShellCallOutputCallerProgram = {
    caller_id: string;
    type: "program";
  };
  type SkillReference = {
    skill_id: string;
    type: "skill_reference";
    version?: string | null;
  };
  type Summary = {
    text: string;
    type: "summary_text";
  };
  type ToolChoiceAllowed = {
    mode: "auto" | "required";
    tools: Array<{ [key: string]: unknown }>;
    type: "allowed_tools";
  };
  type ToolChoiceApplyPatch = {
    type: "apply_patch";
  };
  type ToolChoiceCustom = {
    name: string;
    type: "custom";
  };
  type ToolChoiceFunction = {
    name: string;
    type: "function";
  };
  type ToolChoiceMcp = {
    server_label: string;
    type: "mcp";
    name?: string | null;
  };
  type ToolChoiceShell = {
    type: "shell";
  };
  type ToolChoiceSpecificProgrammaticToolCallingParam = {
    type: "programmatic_tool_calling";
  };
  type ToolChoiceTypes = {
    type: "file_search" | "web_search_preview" | "computer" | "computer_use_preview" | "computer_use" | "web_search_preview_2025_03_11" | "image_generation" | "code_interpreter";
  };
  type ToolCodeInterpreter = {
    container: string | ToolCodeInterpreterContainerCodeInterpreterToolAuto;
    type: "code_interpreter";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
  };
  type ToolCodeInterpreterContainerCodeInterpreterToolAuto = {
    type: "auto";
    file_ids?: Array<string> | null;
    memory_limit?: "1g" | "4g" | "16g" | "64g" | null;
    network_policy?: ContainerNetworkPolicyDisabled | ContainerNetworkPolicyAllowlist | null;
  };
  type ToolFunction = {
    name: string;
    type: "function";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
    async?: boolean | null;
    defer_loading?: boolean | null;
    description?: string | null;
    output_schema?: { [key: string]: unknown } | null;
    parameters?: unknown;
    strict?: boolean | null;
  };
  type ToolImageGeneration = {
    type: "image_generation";
    action?: "generate" | "edit" | "auto" | null;
    background?: "transparent" | "opaque" | "auto" | null;
    complexity?: "low" | "medium" | "high" | null;
    frame_count?: number | null;
    frame_duration_ms?: number | null;
    input_fidelity?: "high" | "low" | null;
    input_image_mask?: ToolImageGenerationInputImageMask | null;
    model?: string | "gpt-image-1" | "gpt-image-1-mini" | "gpt-image-2" | "gpt-image-2-2026-04-21" | "gpt-image-2.5-sunburst" | "gpt-image-2.5-sunburst-2026-09-08" | "gpt-image-2.5-flare" | "gpt-image-2.5-flare-2026-09-08" | "gpt-image-2.6-sunburst" | "gpt-image-2.6-flare" | "gpt-image-1.5" | "chatgpt-image-latest" | null;
    moderation?: "auto" | "low" | null;
    output_compression?: number | null;
    output_format?: "png" | "webp" | "jpeg" | "gif" | "svg" | null;
    partial_images?: number | null;
    quality?: "low" | "medium" | "high" | "xhigh" | "max" | "auto" | null;
    size?: string | "1024x1024" | "1024x1536" | "1536x1024" | "auto" | null;
    svg?: ToolImageGenerationSvg | null;
  };
  type ToolImageGenerationInputImageMask = {
    file_id?: string | null;
    image_url?: string | null;
  };
  type ToolImageGenerationSvg = {
    model?: string | null;
    reasoning?: ToolImageGenerationSvgReasoning | null;
  };
  type ToolImageGenerationSvgReasoning = {
    effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max" | null;
  };
  type ToolLocalShell = {
    type: "local_shell";
  };
  type ToolMcp = {
    server_label: string;
    type: "mcp";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
    allowed_tools?: Array<string> | ToolMcpAllowedToolsMcpToolFilter | null;
    authorization?: string | null;
    connector_id?: "connector_dropbox" | "connector_gmail" | "connector_googlecalendar" | "connector_googledrive" | "connector_microsoftteams" | "connector_outlookcalendar" | "connector_outlookemail" | "connector_sharepoint" | null;
    defer_loading?: boolean | null;
    headers?: { [key: string]: string } | null;
    require_approval?: ToolMcpRequireApprovalMcpToolApprovalFilter | "always" | "never" | null;
    server_description?: string | null;
    server_url?: string | null;
    tunnel_id?: string | null;
  };
  type ToolMcpAllowedToolsMcpToolFilter = {
    read_only?: boolean | null;
    tool_names?: Array<string> | null;
  };
  type ToolMcpRequireApprovalMcpToolApprovalFilter = {
    always?: ToolMcpRequireApprovalMcpToolApprovalFilterAlways | null;
    never?: ToolMcpRequireApprovalMcpToolApprovalFilterNever | null;
  };
  type ToolMcpRequireApprovalMcpToolApprovalFilterAlways = {
    read_only?: boolean | null;
    tool_names?: Array<string> | null;
  };
  type ToolMcpRequireApprovalMcpToolApprovalFilterNever = {
    read_only?: boolean | null;
    tool_names?: Array<string> | null;
  };
  type ToolProgrammaticToolCalling = {
    type: "programmatic_tool_calling";
  };
  type ToolSearchCall = {
    arguments: unknown;
    type: "tool_search_call";
    id?: string | null;
    call_id?: string | null;
    execution?: "server" | "client" | null;
    status?: "in_progress" | "completed" | "incomplete" | null;
  };
  type ToolSearchOutputNamespaceTool = {
    description: string;
    name: string;
    tools: Array<ToolFunction | CustomTool>;
    type: "namespace";
  };
  type ToolSearchTool = {
    type: "tool_search";
    description?: string | null;
    execution?: "server" | "client" | null;
    parameters?: unknown;
  };
  type ToolUsage = {
    image_gen: ToolUsageImageGen;
    web_search: ToolUsageWebSearch;
  };
  type ToolUsageImageGen = {
    input_tokens: number;
    input_tokens_details: ToolUsageImageGenInputTokensDetails;
    output_tokens: number;
    total_tokens: number;
    cached_tokens?: number | null;
    cached_tokens_details?: ToolUsageImageGenCachedTokensDetails | null;
    output_tokens_details?: ToolUsageImageGenOutputTokensDetails | null;
  };
  type ToolUsageImageGenCachedTokensDetails = {
    cached_image_tokens: number;
    cached_text_tokens: number;
  };
  type ToolUsageImageGenInputTokensDetails = {
    image_tokens: number;
    text_tokens: number;
  };
  type ToolUsageImageGenOutputTokensDetails = {
    image_tokens: number;
    text_tokens: number;
  };
  type ToolUsageWebSearch = {
    num_requests: number;
  };
  type Type = {
    text: string;
    type: "type";
  };
  type Wait = {
    type: "wait";
  };
  type WebSearchPreviewTool = {
    type: "web_search_preview" | "web_search_preview_2025_03_11";
    search_content_types?: Array<"text" | "image"> | null;
    search_context_size?: "low" | "medium" | "high" | null;
    user_location?: openai__types__responses__web_search_preview_tool__UserLocation | null;
  };
  type WebSearchTool = {
    type: "web_search" | "web_search_2025_08_26";
    external_web_access?: boolean | null;
    filters?: Filters | null;
    search_context_size?: "low" | "medium" | "high" | null;
    user_location?: openai__types__responses__web_search_tool__UserLocation | null;
  };
  type openai__types__responses__response_configuration_update_item_param__Reasoning = {
    effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max" | null;
  };
  type openai__types__responses__response_configuration_update_item_param__Text = {
    format: ResponseFormatText | ResponseFormatTextJSONSchemaConfig;
  };
  type openai__types__responses__response_input_item__AdditionalTools = {
    role: "developer";
    tools: Array<FunctionTool | FileSearchTool | ComputerTool | ComputerUsePreviewTool | WebSearchTool | Mcp | CodeInterpreter | ProgrammaticToolCalling | ImageGeneration | LocalShell | FunctionShellTool | CustomTool | NamespaceTool | ToolSearchTool | WebSearchPreviewTool | ApplyPatchTool>;
    type: "additional_tools";
    id?: string | null;
  };
  type openai__types__responses__response_input_item__McpApprovalResponse = {
    approval_request_id: string;
    approve: boolean;
    type: "mcp_approval_response";
    id?: string | null;
    reason?: string | null;
  };
  type openai__types__responses__response_output_item__AdditionalTools = {
    id: string;
    role: "unknown" | "user" | "assistant" | "system" | "critic" | "discriminator" | "developer" | "tool";
    tools: Array<FunctionTool | FileSearchTool | ComputerTool | ComputerUsePreviewTool | WebSearchTool | Mcp | CodeInterpreter | ProgrammaticToolCalling | ImageGeneration | LocalShell | FunctionShellTool | CustomTool | NamespaceTool | ToolSearchTool | WebSearchPreviewTool | ApplyPatchTool>;
    type: "additional_tools";
  };
  type openai__types__responses__response_output_item__McpApprovalResponse = {
    id: string;
    approval_request_id: string;
    approve: boolean;
    type: "mcp_approval_response";
    reason?: string | null;
  };
  type openai__types__responses__web_search_preview_tool__UserLocation = {
    type: "approximate";
    city?: string | null;
    country?: string | null;
    region?: string | null;
    timezone?: string | null;
  };
  type openai__types__responses__web_search_tool__UserLocation = {
    city?: string | null;
    country?: string | null;
    region?: string | null;
    timezone?: string | null;
    type?: "approximate" | null;
  };
  type openai__types__shared__custom_tool_input_format__Text = {
    type: "text";
  };
  type openai__types__shared__reasoning__Reasoning = {
    context?: "auto" | "current_turn" | "all_turns" | null;
    effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max" | null;
    generate_summary?: "auto" | "concise" | "detailed" | null;
    mode?: string | "standard" | "pro" | null;
    summary?: "auto" | "concise" | "detailed" | null;
  };
  type Root = {
    id: string;
    access_programs?: AccessPrograms | null;
    created_at: number;
    error?: ResponseError | null;
    incomplete_details?: IncompleteDetails | null;
    instructions?: string | Array<EasyInputMessage | Message | ResponseOutputMessage | ResponseFileSearchToolCall | ResponseComputerToolCall | ComputerCallOutput | ResponseFunctionWebSearch | ResponseFunctionToolCall | FunctionCallOutput | ToolSearchCall | ResponseToolSearchOutputItemParam | openai__types__responses__response_input_item__AdditionalTools | ResponseConfigurationUpdateItemParam | ResponseReasoningItem | ResponseCompactionItemParam | ImageGenerationCall | ResponseCodeInterpreterToolCall | LocalShellCall | LocalShellCallOutput | ShellCall | ShellCallOutput | ApplyPatchCall | ApplyPatchCallOutput | McpListTools | McpApprovalRequest | openai__types__responses__response_input_item__McpApprovalResponse | McpCall | ResponseCustomToolCallOutput | ResponseCustomToolCall | CompactionTrigger | ItemReference | Program | ProgramOutput> | null;
    metadata?: { [key: string]: string } | null;
    model: string | "gpt-6-astra" | "gpt-6.2-astra" | "gpt-6.1-sol" | "gpt-6.2-sol" | "gpt-6.1-terra" | "gpt-6-sol" | "gpt-6-luna" | "gpt-5.6-sol" | "gpt-5.6-terra" | "gpt-5.6-luna" | "gpt-5.5" | "gpt-5.5-2026-04-23" | "gpt-5.4" | "gpt-5.4-mini" | "gpt-5.4-nano" | "gpt-5.4-mini-2026-03-17" | "gpt-5.4-nano-2026-03-17" | "gpt-5.3-chat-latest" | "gpt-5.2" | "gpt-5.2-2025-12-11" | "gpt-5.2-chat-latest" | "gpt-5.2-pro" | "gpt-5.2-pro-2025-12-11" | "gpt-5.1" | "gpt-5.1-2025-11-13" | "gpt-5.1-codex" | "gpt-5.1-mini" | "gpt-5.1-chat-latest" | "gpt-5" | "gpt-5-mini" | "gpt-5-nano" | "gpt-5-2025-08-07" | "gpt-5-mini-2025-08-07" | "gpt-5-nano-2025-08-07" | "gpt-5-chat-latest" | "gpt-4.1" | "gpt-4.1-mini" | "gpt-4.1-nano" | "gpt-4.1-2025-04-14" | "gpt-4.1-mini-2025-04-14" | "gpt-4.1-nano-2025-04-14" | "o4-mini" | "o4-mini-2025-04-16" | "o3" | "o3-2025-04-16" | "o3-mini" | "o3-mini-2025-01-31" | "o1" | "o1-2024-12-17" | "o1-preview" | "o1-preview-2024-09-12" | "o1-mini" | "o1-mini-2024-09-12" | "gpt-4o" | "gpt-4o-2024-11-20" | "gpt-4o-2024-08-06" | "gpt-4o-2024-05-13" | "gpt-audio-mini" | "gpt-audio-mini-2025-12-15" | "gpt-4o-audio-preview" | "gpt-4o-audio-preview-2024-10-01" | "gpt-4o-audio-preview-2024-12-17" | "gpt-4o-audio-preview-2025-06-03" | "gpt-4o-mini-audio-preview" | "gpt-4o-mini-audio-preview-2024-12-17" | "gpt-4o-search-preview" | "gpt-4o-mini-search-preview" | "gpt-4o-search-preview-2025-03-11" | "gpt-4o-mini-search-preview-2025-03-11" | "chatgpt-4o-latest" | "codex-mini-latest" | "gpt-4o-mini" | "gpt-4o-mini-2024-07-18" | "gpt-4-turbo" | "gpt-4-turbo-2024-04-09" | "gpt-4-0125-preview" | "gpt-4-turbo-preview" | "gpt-4-1106-preview" | "gpt-4-vision-preview" | "gpt-4" | "gpt-4-0314" | "gpt-4-0613" | "gpt-4-32k" | "gpt-4-32k-0314" | "gpt-4-32k-0613" | "gpt-3.5-turbo" | "gpt-3.5-turbo-16k" | "gpt-3.5-turbo-0301" | "gpt-3.5-turbo-0613" | "gpt-3.5-turbo-1106" | "gpt-3.5-turbo-0125" | "gpt-3.5-turbo-16k-0613" | "o1-pro" | "o1-pro-2025-03-19" | "o3-pro" | "o3-pro-2025-06-10" | "o3-deep-research" | "o3-deep-research-2025-06-26" | "o4-mini-deep-research" | "o4-mini-deep-research-2025-06-26" | "computer-use-preview" | "computer-use-preview-2025-03-11" | "gpt-5.5-pro" | "gpt-5.5-pro-2026-04-23" | "gpt-5-codex" | "gpt-5-pro" | "gpt-5-pro-2025-10-06" | "gpt-5.1-codex-max" | "gpt-daybreak-blue-latest" | "gpt-daybreak-red-latest" | "gpt-5.6-cyber" | "gpt-6-cyber" | "gpt-rosalind-research" | "gpt-6-rosalind" | "gpt-6.2-astra-law";
    object: "response";
    output: Array<ResponseOutputMessage | ResponseFileSearchToolCall | ResponseFunctionToolCall | ResponseFunctionToolCallOutputItem | ResponseFunctionWebSearch | ResponseComputerToolCall | ResponseComputerToolCallOutputItem | ResponseReasoningItem | Program | ProgramOutput | ResponseToolSearchCall | ResponseToolSearchOutputItem | openai__types__responses__response_output_item__AdditionalTools | ResponseCompactionItem | ImageGenerationCall | ResponseCodeInterpreterToolCall | LocalShellCall | LocalShellCallOutput | ResponseFunctionShellToolCall | ResponseFunctionShellToolCallOutput | ResponseApplyPatchToolCall | ResponseApplyPatchToolCallOutput | McpCall | McpListTools | McpApprovalRequest | openai__types__responses__response_output_item__McpApprovalResponse | ResponseCustomToolCall | ResponseCustomToolCallOutputItem>;
    parallel_tool_calls: boolean;
    temperature?: number | null;
    tool_choice: "none" | "auto" | "required" | ToolChoiceAllowed | ToolChoiceTypes | ToolChoiceFunction | ToolChoiceMcp | ToolChoiceCustom | ToolChoiceSpecificProgrammaticToolCallingParam | ToolChoiceApplyPatch | ToolChoiceShell;
    tools: Array<FunctionTool | FileSearchTool | ComputerTool | ComputerUsePreviewTool | WebSearchTool | Mcp | CodeInterpreter | ProgrammaticToolCalling | ImageGeneration | LocalShell | FunctionShellTool | CustomTool | NamespaceTool | ToolSearchTool | WebSearchPreviewTool | ApplyPatchTool>;
    top_p?: number | null;
    background?: boolean | null;
    completed_at?: number | null;
    conversation?: Conversation | null;
    image?: Image | null;
    input_transformations?: Array<InputTransformation> | null;
    max_output_tokens?: number | null;
    max_tool_calls?: number | null;
    moderation?: Moderation | null;
    previous_response_id?: string | null;
    prompt?: ResponsePrompt | null;
    prompt_cache_diagnostics?: PromptCacheDiagnosticsCacheMiss | PromptCacheDiagnosticsCacheHit | PromptCacheDiagnosticsComparisonResponseNotFound | PromptCacheDiagnosticsUnavailable | null;
    prompt_cache_key?: string | null;
    prompt_cache_options?: PromptCacheOptions | null;
    prompt_cache_retention?: "in_memory" | "24h" | null;
    reasoning?: openai__types__shared__reasoning__Reasoning | null;
    safety_identifier?: string | null;
    service_tier?: "auto" | "default" | "flex" | "scale" | "priority" | "fast" | "ultrafast" | null;
    status?: "completed" | "failed" | "in_progress" | "cancelled" | "queued" | "incomplete" | null;
    text?: ResponseTextConfig | null;
    tool_usage?: ToolUsage | null;
    top_logprobs?: number | null;
    truncation?: "auto" | "disabled" | null;
    usage?: ResponseUsage | null;
    user?: string | null;
  };
}

export declare namespace ResponsesEvents {
  type AccessPrograms = {
    cyber: "standard" | "daybreak_blue" | "daybreak_red";
  };
  type AcknowledgedSafetyCheck = {
    id: string;
    code?: string | null;
    message?: string | null;
  };
  type Action = {
    commands: Array<string>;
    max_output_length?: number | null;
    timeout_ms?: number | null;
  };
  type ActionClick = {
    button: "left" | "right" | "wheel" | "back" | "forward";
    type: "click";
    x: number;
    y: number;
    keys?: Array<string> | null;
  };
  type ActionDoubleClick = {
    keys?: Array<string> | null;
    type: "double_click";
    x: number;
    y: number;
  };
  type ActionDrag = {
    path: Array<ActionDragPath>;
    type: "drag";
    keys?: Array<string> | null;
  };
  type ActionDragPath = {
    x: number;
    y: number;
  };
  type ActionFind = {
    pattern: string;
    type: "find_in_page";
    url: string;
  };
  type ActionKeypress = {
    keys: Array<string>;
    type: "keypress";
  };
  type ActionMove = {
    type: "move";
    x: number;
    y: number;
    keys?: Array<string> | null;
  };
  type ActionOpenPage = {
    type: "open_page";
    url?: string | null;
  };
  type ActionScreenshot = {
    type: "screenshot";
  };
  type ActionScroll = {
    scroll_x: number;
    scroll_y: number;
    type: "scroll";
    x: number;
    y: number;
    keys?: Array<string> | null;
  };
  type ActionSearch = {
    type: "search";
    queries?: Array<string> | null;
    query?: string | null;
    sources?: Array<ActionSearchSource> | null;
  };
  type ActionSearchSource = {
    type: "url" | "api";
    url?: string;
    name?: string;
  };
  type ActionType = {
    text: string;
    type: "type";
  };
  type ActionWait = {
    type: "wait";
  };
  type AnnotationContainerFileCitation = {
    container_id: string;
    end_index: number;
    file_id: string;
    filename: string;
    start_index: number;
    type: "container_file_citation";
  };
  type AnnotationFileCitation = {
    file_id: string;
    filename: string;
    index: number;
    type: "file_citation";
  };
  type AnnotationFilePath = {
    file_id: string;
    index: number;
    type: "file_path";
  };
  type AnnotationURLCitation = {
    end_index: number;
    start_index: number;
    title: string;
    type: "url_citation";
    url: string;
  };
  type ApplyPatchCall = {
    call_id: string;
    operation: ApplyPatchCallOperationCreateFile | ApplyPatchCallOperationDeleteFile | ApplyPatchCallOperationUpdateFile;
    status: "in_progress" | "completed";
    type: "apply_patch_call";
    id?: string | null;
    caller?: ApplyPatchCallCallerDirect | ApplyPatchCallCallerProgram | null;
  };
  type ApplyPatchCallCallerDirect = {
    type: "direct";
  };
  type ApplyPatchCallCallerProgram = {
    caller_id: string;
    type: "program";
  };
  type ApplyPatchCallOperationCreateFile = {
    diff: string;
    path: string;
    type: "create_file";
  };
  type ApplyPatchCallOperationDeleteFile = {
    path: string;
    type: "delete_file";
  };
  type ApplyPatchCallOperationUpdateFile = {
    diff: string;
    path: string;
    type: "update_file";
  };
  type ApplyPatchCallOutput = {
    call_id: string;
    status: "completed" | "failed";
    type: "apply_patch_call_output";
    id?: string | null;
    caller?: ApplyPatchCallOutputCallerDirect | ApplyPatchCallOutputCallerProgram | null;
    output?: string | null;
  };
  type ApplyPatchCallOutputCallerDirect = {
    type: "direct";
  };
  type ApplyPatchCallOutputCallerProgram = {
    caller_id: string;
    type: "program";
  };
  type ApplyPatchTool = {
    type: "apply_patch";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
  };
  type CallerDirect = {
    type: "direct";
  };
  type CallerProgram = {
    caller_id: string;
    type: "program";
  };
  type Click = {
    button: "left" | "right" | "wheel" | "back" | "forward";
    type: "click";
    x: number;
    y: number;
    keys?: Array<string> | null;
  };
  type CodeInterpreter = {
    container: string | CodeInterpreterContainerCodeInterpreterToolAuto;
    type: "code_interpreter";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
  };
  type CodeInterpreterContainerCodeInterpreterToolAuto = {
    type: "auto";
    file_ids?: Array<string> | null;
    memory_limit?: "1g" | "4g" | "16g" | "64g" | null;
    network_policy?: ContainerNetworkPolicyDisabled | ContainerNetworkPolicyAllowlist | null;
  };
  type CompactionTrigger = {
    type: "compaction_trigger";
    id?: string | null;
  };
  type ComparisonFilter = {
    key: string;
    type: "eq" | "ne" | "gt" | "gte" | "lt" | "lte" | "in" | "nin";
    value: string | number | boolean | Array<string | number>;
  };
  type CompoundFilter = {
    filters: Array<unknown>;
    type: "and" | "or";
  };
  type ComputerCallOutput = {
    call_id: string;
    output: ResponseComputerToolCallOutputScreenshot;
    type: "computer_call_output";
    id?: string | null;
    acknowledged_safety_checks?: Array<ComputerCallOutputAcknowledgedSafetyCheck> | null;
    status?: "in_progress" | "completed" | "incomplete" | null;
  };
  type ComputerCallOutputAcknowledgedSafetyCheck = {
    id: string;
    code?: string | null;
    message?: string | null;
  };
  type ComputerTool = {
    type: "computer";
  };
  type ComputerUsePreviewTool = {
    display_height: number;
    display_width: number;
    environment: "windows" | "mac" | "linux" | "ubuntu" | "browser";
    type: "computer_use_preview";
  };
  type ContainerAuto = {
    type: "container_auto";
    file_ids?: Array<string> | null;
    memory_limit?: "1g" | "4g" | "16g" | "64g" | null;
    network_policy?: ContainerNetworkPolicyDisabled | ContainerNetworkPolicyAllowlist | null;
    skills?: Array<SkillReference | InlineSkill> | null;
  };
  type ContainerNetworkPolicyAllowlist = {
    allowed_domains: Array<string>;
    type: "allowlist";
    domain_secrets?: Array<ContainerNetworkPolicyDomainSecret> | null;
  };
  type ContainerNetworkPolicyDisabled = {
    type: "disabled";
  };
  type ContainerNetworkPolicyDomainSecret = {
    domain: string;
    name: string;
    value: string;
  };
  type ContainerReference = {
    container_id: string;
    type: "container_reference";
  };
  type Content = {
    text: string;
    type: "reasoning_text";
  };
  type Conversation = {
    id: string;
  };
  type CustomTool = {
    name: string;
    type: "custom";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
    async?: boolean | null;
    defer_loading?: boolean | null;
    description?: string | null;
    format?: openai__types__shared__custom_tool_input_format__Text | Grammar | null;
  };
  type Delta = {
    stderr?: string | null;
    stdout?: string | null;
  };
  type DoubleClick = {
    keys?: Array<string> | null;
    type: "double_click";
    x: number;
    y: number;
  };
  type Drag = {
    path: Array<DragPath>;
    type: "drag";
    keys?: Array<string> | null;
  };
  type DragPath = {
    x: number;
    y: number;
  };
  type EasyInputMessage = {
    content: string | Array<ResponseInputText | ResponseInputImage | ResponseInputFile>;
    role: "user" | "assistant" | "system" | "developer";
    phase?: "commentary" | "final_answer" | null;
    type?: "message" | null;
  };
  type FileSearchTool = {
    type: "file_search";
    vector_store_ids: Array<string>;
    filters?: ComparisonFilter | CompoundFilter | null;
    max_num_results?: number | null;
    ranking_options?: RankingOptions | null;
  };
  type Filters = {
    allowed_domains?: Array<string> | null;
  };
  type FunctionCallOutput = {
    output: string | Array<ResponseInputTextContent | ResponseInputImageContent | ResponseInputFileContent>;
    type: "function_call_output";
    id?: string | null;
    call_id?: string | null;
    caller?: FunctionCallOutputCallerDirect | FunctionCallOutputCallerProgram | null;
    name?: string | null;
    namespace?: string | null;
    status?: "in_progress" | "completed" | "incomplete" | null;
  };
  type FunctionCallOutputCallerDirect = {
    type: "direct";
  };
  type FunctionCallOutputCallerProgram = {
    caller_id: string;
    type: "program";
  };
  type FunctionShellTool = {
    type: "shell";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
    environment?: ContainerAuto | LocalEnvironment | ContainerReference | null;
  };
  type FunctionTool = {
    name: string;
    parameters?: { [key: string]: unknown } | null;
    strict?: boolean | null;
    type: "function";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
    async?: boolean | null;
    defer_loading?: boolean | null;
    description?: string | null;
    output_schema?: { [key: string]: unknown } | null;
  };
  type Grammar = {
    definition: string;
    syntax: "lark" | "regex";
    type: "grammar";
  };
  type HTTPError = {
    code: number;
    message: string;
    type: "http_error";
  };
  type Image = {
    context_compression: "enabled" | "disabled";
  };
  type ImageGeneration = {
    type: "image_generation";
    action?: "generate" | "edit" | "auto" | null;
    background?: "transparent" | "opaque" | "auto" | null;
    complexity?: "low" | "medium" | "high" | null;
    frame_count?: number | null;
    frame_duration_ms?: number | null;
    input_fidelity?: "high" | "low" | null;
    input_image_mask?: ImageGenerationInputImageMask | null;
    model?: string | "gpt-image-1" | "gpt-image-1-mini" | "gpt-image-2" | "gpt-image-2-2026-04-21" | "gpt-image-2.5-sunburst" | "gpt-image-2.5-sunburst-2026-09-08" | "gpt-image-2.5-flare" | "gpt-image-2.5-flare-2026-09-08" | "gpt-image-2.6-sunburst" | "gpt-image-2.6-flare" | "gpt-image-1.5" | "chatgpt-image-latest" | null;
    moderation?: "auto" | "low" | null;
    output_compression?: number | null;
    output_format?: "png" | "webp" | "jpeg" | "gif" | "svg" | null;
    partial_images?: number | null;
    quality?: "low" | "medium" | "high" | "xhigh" | "max" | "auto" | null;
    size?: string | "1024x1024" | "1024x1536" | "1536x1024" | "auto" | null;
    svg?: ImageGenerationSvg | null;
  };
  type ImageGenerationCall = {
    id: string;
    result?: string | null;
    status: "in_progress" | "completed" | "generating" | "failed";
    type: "image_generation_call";
    action?: "generate" | "edit" | "auto" | null;
    background?: "transparent" | "opaque" | "auto" | null;
    error?: ImageGenerationCallError | null;
    output_format?: "png" | "webp" | "jpeg" | "gif" | "svg" | null;
    quality?: "low" | "medium" | "high" | "xhigh" | "max" | "auto" | null;
    revised_prompt?: string | null;
    size?: string | "1024x1024" | "1024x1536" | "1536x1024" | null;
    svg_usage?: ImageGenerationCallSvgUsage | null;
  };
  type ImageGenerationCallError = {
    code?: string | null;
    message: string;
    param?: string | null;
    type: string;
    moderation_details?: ImageGenerationCallErrorModerationDetails | null;
  };
  type ImageGenerationCallErrorModerationDetails = {
    categories: Array<string>;
    moderation_stage: "input" | "output" | "unknown";
  };
  type ImageGenerationCallSvgUsage = {
    input_tokens: number;
    model: string;
    output_tokens: number;
    reasoning_tokens: number;
    total_tokens: number;
  };
  type ImageGenerationInputImageMask = {
    file_id?: string | null;
    image_url?: string | null;
  };
  type ImageGenerationSvg = {
    model?: string | null;
    reasoning?: ImageGenerationSvgReasoning | null;
  };
  type ImageGenerationSvgReasoning = {
    effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max" | null;
  };
  type IncompleteDetails = {
    reason?: "max_output_tokens" | "max_messages" | "content_filter" | "steered" | null;
  };
  type InlineSkill = {
    description: string;
    name: string;
    source: InlineSkillSource;
    type: "inline";
  };
  type InlineSkillSource = {
    data: string;
    media_type: "application/zip";
    type: "base64";
  };
  type InputTokensDetails = {
    cache_write_tokens?: number;
    cached_tokens: number;
    cache_write_tokens_details?: InputTokensDetailsCacheWriteTokensDetails | null;
  };
  type InputTokensDetailsCacheWriteTokensDetails = {
    ttl_12h_tokens: number;
    ttl_30m_tokens: number;
  };
  type InputTransformation = {
    id: string;
    action: "removed";
    reason: "organization_mismatch" | "end_user_mismatch" | "model_mismatch" | "prefix_mismatch" | "turn_boundary";
    type: "reasoning";
  };
  type ItemReference = {
    id: string;
    type?: "item_reference" | null;
  };
  type Keypress = {
    keys: Array<string>;
    type: "keypress";
  };
  type LocalEnvironment = {
    type: "local";
    skills?: Array<LocalSkill> | null;
  };
  type LocalShell = {
    type: "local_shell";
  };
  type LocalShellCall = {
    id: string;
    action: LocalShellCallAction;
    call_id: string;
    status: "in_progress" | "completed" | "incomplete";
    type: "local_shell_call";
  };
  type LocalShellCallAction = {
    command: Array<string>;
    env: { [key: string]: string };
    type: "exec";
    timeout_ms?: number | null;
    user?: string | null;
    working_directory?: string | null;
  };
  type LocalShellCallOutput = {
    id: string;
    output: string;
    type: "local_shell_call_output";
    status?: "in_progress" | "completed" | "incomplete" | null;
  };
  type LocalSkill = {
    description: string;
    name: string;
    path: string;
  };
  type Mcp = {
    server_label: string;
    type: "mcp";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
    allowed_tools?: Array<string> | McpAllowedToolsMcpToolFilter | null;
    authorization?: string | null;
    connector_id?: "connector_dropbox" | "connector_gmail" | "connector_googlecalendar" | "connector_googledrive" | "connector_microsoftteams" | "connector_outlookcalendar" | "connector_outlookemail" | "connector_sharepoint" | null;
    defer_loading?: boolean | null;
    headers?: { [key: string]: string } | null;
    require_approval?: McpRequireApprovalMcpToolApprovalFilter | "always" | "never" | null;
    server_description?: string | null;
    server_url?: string | null;
    tunnel_id?: string | null;
  };
  type McpAllowedToolsMcpToolFilter = {
    read_only?: boolean | null;
    tool_names?: Array<string> | null;
  };
  type McpApprovalRequest = {
    id: string;
    arguments: string;
    name: string;
    server_label: string;
    type: "mcp_approval_request";
  };
  type McpCall = {
    id: string;
    arguments: string;
    name: string;
    server_label: string;
    type: "mcp_call";
    approval_request_id?: string | null;
    error?: McpProtocolError | McpToolExecutionError | HTTPError | null;
    output?: string | null;
    status?: "in_progress" | "completed" | "incomplete" | "calling" | "failed" | null;
  };
  type McpListTools = {
    id: string;
    server_label: string;
    tools: Array<McpListToolsTool>;
    type: "mcp_list_tools";
    error?: string | null;
  };
  type McpListToolsTool = {
    input_schema: unknown;
    name: string;
    annotations?: unknown;
    description?: string | null;
  };
  type McpProtocolError = {
    code: number;
    message: string;
    type: "mcp_protocol_error";
  };
  type McpRequireApprovalMcpToolApprovalFilter = {
    always?: McpRequireApprovalMcpToolApprovalFilterAlways | null;
    never?: McpRequireApprovalMcpToolApprovalFilterNever | null;
  };
  type McpRequireApprovalMcpToolApprovalFilterAlways = {
    read_only?: boolean | null;
    tool_names?: Array<string> | null;
  };
  type McpRequireApprovalMcpToolApprovalFilterNever = {
    read_only?: boolean | null;
    tool_names?: Array<string> | null;
  };
  type McpToolExecutionError = {
    content: unknown;
    type: "mcp_tool_execution_error";
  };
  type Message = {
    content: Array<ResponseInputText | ResponseInputImage | ResponseInputFile>;
    role: "user" | "system" | "developer";
    status?: "in_progress" | "completed" | "incomplete" | null;
    type?: "message" | null;
  };
  type Misalignment = {
    detailed_explanation?: string | null;
    error_type?: string | "potentially_unintended_data_transfer" | "potentially_unintended_data_access" | "potentially_unintended_destructive_activity" | "other" | null;
    review_target?: string | null;
    steer?: MisalignmentSteer | null;
  };
  type MisalignmentSteer = {
    message: string;
  };
  type Moderation = {
    input: ModerationInputModerationResult | ModerationInputError;
    output: ModerationOutputModerationResult | ModerationOutputError;
  };
  type ModerationInputError = {
    code: string;
    message: string;
    type: "error";
  };
  type ModerationInputModerationResult = {
    categories: { [key: string]: boolean };
    category_applied_input_types: { [key: string]: Array<"text" | "image"> };
    category_scores: { [key: string]: number };
    flagged: boolean;
    model: string;
    type: "moderation_result";
  };
  type ModerationOutputError = {
    code: string;
    message: string;
    type: "error";
  };
  type ModerationOutputModerationResult = {
    categories: { [key: string]: boolean };
    category_applied_input_types: { [key: string]: Array<"text" | "image"> };
    category_scores: { [key: string]: number };
    flagged: boolean;
    model: string;
    type: "moderation_result";
  };
  type Move = {
    type: "move";
    x: number;
    y: number;
    keys?: Array<string> | null;
  };
  type NamespaceTool = {
    description: string;
    name: string;
    tools: Array<ToolFunction | CustomTool>;
    type: "namespace";
  };
  type OperationCreateFile = {
    diff: string;
    path: string;
    type: "create_file";
  };
  type OperationDeleteFile = {
    path: string;
    type: "delete_file";
  };
  type OperationUpdateFile = {
    diff: string;
    path: string;
    type: "update_file";
  };
  type OutcomeExit = {
    exit_code: number;
    type: "exit";
  };
  type OutcomeTimeout = {
    type: "timeout";
  };
  type Output = {
    outcome: OutputOutcomeTimeout | OutputOutcomeExit;
    stderr: string;
    stdout: string;
    created_by?: string | null;
  };
  type OutputImage = {
    type: "image";
    url: string;
  };
  type OutputLogs = {
    logs: string;
    type: "logs";
  };
  type OutputOutcomeExit = {
    exit_code: number;
    type: "exit";
  };
  type OutputOutcomeTimeout = {
    type: "timeout";
  };
  type OutputTokensDetails = {
    reasoning_tokens: number;
  };
  type PartReasoningText = {
    text: string;
    type: "reasoning_text";
  };
  type PendingSafetyCheck = {
    id: string;
    code?: string | null;
    message?: string | null;
  };
  type Program = {
    id: string;
    call_id: string;
    code: string;
    fingerprint: string;
    type: "program";
  };
  type ProgramOutput = {
    id: string;
    call_id: string;
    result: string;
    status: "completed" | "incomplete";
    type: "program_output";
  };
  type ProgrammaticToolCalling = {
    type: "programmatic_tool_calling";
  };
  type PromptCacheBreakpoint = {
    mode: "explicit";
    ttl?: "30m" | "12h" | null;
  };
  type PromptCacheDiagnosticsCacheHit = {
    type: "cache_hit";
  };
  type PromptCacheDiagnosticsCacheMiss = {
    cache_missed_tokens: number;
    reason: "model_changed" | "prompt_cache_key_changed" | "tools_changed" | "text_format_changed" | "reasoning_effort_changed" | "verbosity_changed" | "context_compacted" | "input_changed" | "service_tier_changed";
    type: "cache_miss";
    comparison_reusable_tokens?: number | null;
  };
  type PromptCacheDiagnosticsComparisonResponseNotFound = {
    type: "comparison_response_not_found";
  };
  type PromptCacheDiagnosticsUnavailable = {
    type: "unavailable";
  };
  type PromptCacheOptions = {
    mode: "implicit" | "explicit";
    ttl: "30m" | "12h";
    comparison_response_id?: string | null;
  };
  type RankingOptions = {
    hybrid_search?: RankingOptionsHybridSearch | null;
    ranker?: "auto" | "default-2024-11-15" | null;
    score_threshold?: number | null;
  };
  type RankingOptionsHybridSearch = {
    embedding_weight: number;
    text_weight: number;
  };
  type Response = {
    id: string;
    access_programs?: AccessPrograms | null;
    created_at: number;
    error?: ResponseError | null;
    incomplete_details?: IncompleteDetails | null;
    instructions?: string | Array<EasyInputMessage | Message | ResponseOutputMessage | ResponseFileSearchToolCall | ResponseComputerToolCall | ComputerCallOutput | ResponseFunctionWebSearch | ResponseFunctionToolCall | FunctionCallOutput | ToolSearchCall | ResponseToolSearchOutputItemParam | openai__types__responses__response_input_item__AdditionalTools | ResponseConfigurationUpdateItemParam | ResponseReasoningItem | ResponseCompactionItemParam | ImageGenerationCall | ResponseCodeInterpreterToolCall | LocalShellCall | LocalShellCallOutput | ShellCall | ShellCallOutput | ApplyPatchCall | ApplyPatchCallOutput | McpListTools | McpApprovalRequest | openai__types__responses__response_input_item__McpApprovalResponse | McpCall | ResponseCustomToolCallOutput | ResponseCustomToolCall | CompactionTrigger | ItemReference | Program | ProgramOutput> | null;
    metadata?: { [key: string]: string } | null;
    model: string | "gpt-6-astra" | "gpt-6.2-astra" | "gpt-6.1-sol" | "gpt-6.2-sol" | "gpt-6.1-terra" | "gpt-6-sol" | "gpt-6-luna" | "gpt-5.6-sol" | "gpt-5.6-terra" | "gpt-5.6-luna" | "gpt-5.5" | "gpt-5.5-2026-04-23" | "gpt-5.4" | "gpt-5.4-mini" | "gpt-5.4-nano" | "gpt-5.4-mini-2026-03-17" | "gpt-5.4-nano-2026-03-17" | "gpt-5.3-chat-latest" | "gpt-5.2" | "gpt-5.2-2025-12-11" | "gpt-5.2-chat-latest" | "gpt-5.2-pro" | "gpt-5.2-pro-2025-12-11" | "gpt-5.1" | "gpt-5.1-2025-11-13" | "gpt-5.1-codex" | "gpt-5.1-mini" | "gpt-5.1-chat-latest" | "gpt-5" | "gpt-5-mini" | "gpt-5-nano" | "gpt-5-2025-08-07" | "gpt-5-mini-2025-08-07" | "gpt-5-nano-2025-08-07" | "gpt-5-chat-latest" | "gpt-4.1" | "gpt-4.1-mini" | "gpt-4.1-nano" | "gpt-4.1-2025-04-14" | "gpt-4.1-mini-2025-04-14" | "gpt-4.1-nano-2025-04-14" | "o4-mini" | "o4-mini-2025-04-16" | "o3" | "o3-2025-04-16" | "o3-mini" | "o3-mini-2025-01-31" | "o1" | "o1-2024-12-17" | "o1-preview" | "o1-preview-2024-09-12" | "o1-mini" | "o1-mini-2024-09-12" | "gpt-4o" | "gpt-4o-2024-11-20" | "gpt-4o-2024-08-06" | "gpt-4o-2024-05-13" | "gpt-audio-mini" | "gpt-audio-mini-2025-12-15" | "gpt-4o-audio-preview" | "gpt-4o-audio-preview-2024-10-01" | "gpt-4o-audio-preview-2024-12-17" | "gpt-4o-audio-preview-2025-06-03" | "gpt-4o-mini-audio-preview" | "gpt-4o-mini-audio-preview-2024-12-17" | "gpt-4o-search-preview" | "gpt-4o-mini-search-preview" | "gpt-4o-search-preview-2025-03-11" | "gpt-4o-mini-search-preview-2025-03-11" | "chatgpt-4o-latest" | "codex-mini-latest" | "gpt-4o-mini" | "gpt-4o-mini-2024-07-18" | "gpt-4-turbo" | "gpt-4-turbo-2024-04-09" | "gpt-4-0125-preview" | "gpt-4-turbo-preview" | "gpt-4-1106-preview" | "gpt-4-vision-preview" | "gpt-4" | "gpt-4-0314" | "gpt-4-0613" | "gpt-4-32k" | "gpt-4-32k-0314" | "gpt-4-32k-0613" | "gpt-3.5-turbo" | "gpt-3.5-turbo-16k" | "gpt-3.5-turbo-0301" | "gpt-3.5-turbo-0613" | "gpt-3.5-turbo-1106" | "gpt-3.5-turbo-0125" | "gpt-3.5-turbo-16k-0613" | "o1-pro" | "o1-pro-2025-03-19" | "o3-pro" | "o3-pro-2025-06-10" | "o3-deep-research" | "o3-deep-research-2025-06-26" | "o4-mini-deep-research" | "o4-mini-deep-research-2025-06-26" | "computer-use-preview" | "computer-use-preview-2025-03-11" | "gpt-5.5-pro" | "gpt-5.5-pro-2026-04-23" | "gpt-5-codex" | "gpt-5-pro" | "gpt-5-pro-2025-10-06" | "gpt-5.1-codex-max" | "gpt-daybreak-blue-latest" | "gpt-daybreak-red-latest" | "gpt-5.6-cyber" | "gpt-6-cyber" | "gpt-rosalind-research" | "gpt-6-rosalind" | "gpt-6.2-astra-law";
    object: "response";
    output: Array<ResponseOutputMessage | ResponseFileSearchToolCall | ResponseFunctionToolCall | ResponseFunctionToolCallOutputItem | ResponseFunctionWebSearch | ResponseComputerToolCall | ResponseComputerToolCallOutputItem | ResponseReasoningItem | Program | ProgramOutput | ResponseToolSearchCall | ResponseToolSearchOutputItem | openai__types__responses__response_output_item__AdditionalTools | ResponseCompactionItem | ImageGenerationCall | ResponseCodeInterpreterToolCall | LocalShellCall | LocalShellCallOutput | ResponseFunctionShellToolCall | ResponseFunctionShellToolCallOutput | ResponseApplyPatchToolCall | ResponseApplyPatchToolCallOutput | McpCall | McpListTools | McpApprovalRequest | openai__types__responses__response_output_item__McpApprovalResponse | ResponseCustomToolCall | ResponseCustomToolCallOutputItem>;
    parallel_tool_calls: boolean;
    temperature?: number | null;
    tool_choice: "none" | "auto" | "required" | ToolChoiceAllowed | ToolChoiceTypes | ToolChoiceFunction | ToolChoiceMcp | ToolChoiceCustom | ToolChoiceSpecificProgrammaticToolCallingParam | ToolChoiceApplyPatch | ToolChoiceShell;
    tools: Array<FunctionTool | FileSearchTool | ComputerTool | ComputerUsePreviewTool | WebSearchTool | Mcp | CodeInterpreter | ProgrammaticToolCalling | ImageGeneration | LocalShell | FunctionShellTool | CustomTool | NamespaceTool | ToolSearchTool | WebSearchPreviewTool | ApplyPatchTool>;
    top_p?: number | null;
    background?: boolean | null;
    completed_at?: number | null;
    conversation?: Conversation | null;
    image?: Image | null;
    input_transformations?: Array<InputTransformation> | null;
    max_output_tokens?: number | null;
    max_tool_calls?: number | null;
    moderation?: Moderation | null;
    previous_response_id?: string | null;
    prompt?: ResponsePrompt | null;
    prompt_cache_diagnostics?: PromptCacheDiagnosticsCacheMiss | PromptCacheDiagnosticsCacheHit | PromptCacheDiagnosticsComparisonResponseNotFound | PromptCacheDiagnosticsUnavailable | null;
    prompt_cache_key?: string | null;
    prompt_cache_options?: PromptCacheOptions | null;
    prompt_cache_retention?: "in_memory" | "24h" | null;
    reasoning?: openai__types__shared__reasoning__Reasoning | null;
    safety_identifier?: string | null;
    service_tier?: "auto" | "default" | "flex" | "scale" | "priority" | "fast" | "ultrafast" | null;
    status?: "completed" | "failed" | "in_progress" | "cancelled" | "queued" | "incomplete" | null;
    text?: ResponseTextConfig | null;
    tool_usage?: ToolUsage | null;
    top_logprobs?: number | null;
    truncation?: "auto" | "disabled" | null;
    usage?: ResponseUsage | null;
    user?: string | null;
  };
  type ResponseApplyPatchToolCall = {
    id: string;
    call_id: string;
    operation: OperationCreateFile | OperationDeleteFile | OperationUpdateFile;
    status: "in_progress" | "completed";
    type: "apply_patch_call";
    caller?: CallerDirect | CallerProgram | null;
    created_by?: string | null;
  };
  type ResponseApplyPatchToolCallOutput = {
    id: string;
    call_id: string;
    status: "completed" | "failed";
    type: "apply_patch_call_output";
    caller?: CallerDirect | CallerProgram | null;
    created_by?: string | null;
    output?: string | null;
  };
  type ResponseAudioDeltaEvent = {
    delta: string;
    sequence_number?: number;
    type: "response.audio.delta";
  };
  type ResponseAudioDoneEvent = {
    sequence_number?: number;
    type: "response.audio.done";
  };
  type ResponseAudioTranscriptDeltaEvent = {
    delta: string;
    sequence_number?: number;
    type: "response.audio.transcript.delta";
  };
  type ResponseAudioTranscriptDoneEvent = {
    sequence_number?: number;
    type: "response.audio.transcript.done";
  };
  type ResponseCodeInterpreterCallCodeDeltaEvent = {
    delta: string;
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.code_interpreter_call_code.delta";
  };
  type ResponseCodeInterpreterCallCodeDoneEvent = {
    code: string;
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.code_interpreter_call_code.done";
  };
  type ResponseCodeInterpreterCallCompletedEvent = {
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.code_interpreter_call.completed";
  };
  type ResponseCodeInterpreterCallInProgressEvent = {
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.code_interpreter_call.in_progress";
  };
  type ResponseCodeInterpreterCallInterpretingEvent = {
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.code_interpreter_call.interpreting";
  };
  type ResponseCodeInterpreterToolCall = {
    id: string;
    code?: string | null;
    container_id: string;
    outputs?: Array<OutputLogs | OutputImage> | null;
    status: "in_progress" | "completed" | "incomplete" | "interpreting" | "failed";
    type: "code_interpreter_call";
  };
  type ResponseCompactionCompactingEvent = {
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.compaction.compacting";
  };
  type ResponseCompactionItem = {
    id: string;
    encrypted_content: string;
    type: "compaction";
    created_by?: string | null;
  };
  type ResponseCompactionItemParam = {
    encrypted_content: string;
    type: "compaction";
    id?: string | null;
  };
  type ResponseCompletedEvent = {
    response: Response;
    sequence_number?: number;
    type: "response.completed";
  };
  type ResponseComputerToolCall = {
    id: string;
    call_id: string;
    pending_safety_checks: Array<PendingSafetyCheck>;
    status: "in_progress" | "completed" | "incomplete";
    type: "computer_call";
    action?: ActionClick | ActionDoubleClick | ActionDrag | ActionKeypress | ActionMove | ActionScreenshot | ActionScroll | ActionType | ActionWait | null;
    actions?: Array<Click | DoubleClick | Drag | Keypress | Move | Screenshot | Scroll | Type | Wait> | null;
  };
  type ResponseComputerToolCallOutputItem = {
    id: string;
    call_id: string;
    output: ResponseComputerToolCallOutputScreenshot;
    status: "completed" | "incomplete" | "failed" | "in_progress";
    type: "computer_call_output";
    acknowledged_safety_checks?: Array<AcknowledgedSafetyCheck> | null;
    created_by?: string | null;
  };
  type ResponseComputerToolCallOutputScreenshot = {
    type: "computer_screenshot";
    file_id?: string | null;
    image_url?: string | null;
  };
  type ResponseConfigurationUpdateItemParam = {
    type: "configuration_update";
    id?: string | null;
    reasoning?: openai__types__responses__response_configuration_update_item_param__Reasoning | null;
    text?: openai__types__responses__response_configuration_update_item_param__Text | null;
  };
  type ResponseContainerReference = {
    container_id: string;
    type: "container_reference";
  };
  type ResponseContentPartAddedEvent = {
    content_index: number;
    item_id: string;
    output_index: number;
    part: ResponseOutputText | ResponseOutputRefusal | PartReasoningText;
    sequence_number?: number;
    type: "response.content_part.added";
  };
  type ResponseContentPartDoneEvent = {
    content_index: number;
    item_id: string;
    output_index: number;
    part: ResponseOutputText | ResponseOutputRefusal | PartReasoningText;
    sequence_number?: number;
    type: "response.content_part.done";
  };
  type ResponseCreatedEvent = {
    response: Response;
    sequence_number?: number;
    type: "response.created";
  };
  type ResponseCustomToolCall = {
    call_id: string;
    input: string;
    name: string;
    type: "custom_tool_call";
    id?: string | null;
    async?: boolean | null;
    caller?: CallerDirect | CallerProgram | null;
    namespace?: string | null;
  };
  type ResponseCustomToolCallInputDeltaEvent = {
    delta: string;
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.custom_tool_call_input.delta";
  };
  type ResponseCustomToolCallInputDoneEvent = {
    input: string;
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.custom_tool_call_input.done";
  };
  type ResponseCustomToolCallOutput = {
    call_id: string;
    output: string | Array<ResponseInputText | ResponseInputImage | ResponseInputFile>;
    type: "custom_tool_call_output";
    id?: string | null;
    caller?: CallerDirect | CallerProgram | null;
  };
  type ResponseCustomToolCallOutputItem = {
    call_id: string;
    output: string | Array<ResponseInputText | ResponseInputImage | ResponseInputFile>;
    type: "custom_tool_call_output";
    id: string;
    caller?: CallerDirect | CallerProgram | null;
    status: "in_progress" | "completed" | "incomplete";
    created_by?: string | null;
  };
  type ResponseError = {
    code: "server_error" | "rate_limit_exceeded" | "invalid_prompt" | "data_residency_mismatch" | "bio_policy" | "misalignment_policy_violation" | "vector_store_timeout" | "invalid_image" | "invalid_image_format" | "invalid_base64_image" | "invalid_image_url" | "image_too_large" | "image_too_small" | "image_parse_error" | "image_content_policy_violation" | "invalid_image_mode" | "image_file_too_large" | "unsupported_image_media_type" | "empty_image_file" | "failed_to_download_image" | "image_file_not_found" | string;
    message: string;
    misalignment?: Misalignment | null;
    param?: string | null;
    type?: string | null;
  };
  type ResponseErrorEvent = {
    code?: string | null;
    message?: string;
    param?: string | null;
    sequence_number?: number;
    type: "error";
    error?: {
      type?: string;
      code?: string | null;
      message: string;
      param?: string | null;
    };
  };
  type ResponseFailedEvent = {
    response: Response;
    sequence_number?: number;
    type: "response.failed";
  };
  type ResponseFileSearchCallCompletedEvent = {
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.file_search_call.completed";
  };
  type ResponseFileSearchCallInProgressEvent = {
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.file_search_call.in_progress";
  };
  type ResponseFileSearchCallSearchingEvent = {
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.file_search_call.searching";
  };
  type ResponseFileSearchToolCall = {
    id: string;
    queries: Array<string>;
    status: "in_progress" | "searching" | "completed" | "incomplete" | "failed";
    type: "file_search_call";
    results?: Array<Result> | null;
  };
  type ResponseFormatJSONObject = {
    type: "json_object";
  };
  type ResponseFormatText = {
    type: "text";
  };
  type ResponseFormatTextJSONSchemaConfig = {
    name: string;
    schema: { [key: string]: unknown };
    type: "json_schema";
    description?: string | null;
    strict?: boolean | null;
  };
  type ResponseFunctionCallArgumentsDeltaEvent = {
    delta: string;
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.function_call_arguments.delta";
  };
  type ResponseFunctionCallArgumentsDoneEvent = {
    arguments: string;
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.function_call_arguments.done";
  };
  type ResponseFunctionShellCallOutputContent = {
    outcome: OutcomeTimeout | OutcomeExit;
    stderr: string;
    stdout: string;
  };
  type ResponseFunctionShellToolCall = {
    id: string;
    action: Action;
    call_id: string;
    environment?: ResponseLocalEnvironment | ResponseContainerReference | null;
    status: "in_progress" | "completed" | "incomplete";
    type: "shell_call";
    caller?: CallerDirect | CallerProgram | null;
    created_by?: string | null;
  };
  type ResponseFunctionShellToolCallOutput = {
    id: string;
    call_id: string;
    max_output_length?: number | null;
    output: Array<Output>;
    status: "in_progress" | "completed" | "incomplete";
    type: "shell_call_output";
    caller?: CallerDirect | CallerProgram | null;
    created_by?: string | null;
  };
  type ResponseFunctionToolCall = {
    arguments: string;
    call_id: string;
    name: string;
    type: "function_call";
    id?: string | null;
    async?: boolean | null;
    caller?: CallerDirect | CallerProgram | null;
    namespace?: string | null;
    status?: "in_progress" | "completed" | "incomplete" | null;
  };
  type ResponseFunctionToolCallOutputItem = {
    id: string;
    output: string | Array<ResponseInputText | ResponseInputImage | ResponseInputFile>;
    status: "in_progress" | "completed" | "incomplete";
    type: "function_call_output";
    call_id?: string | null;
    caller?: CallerDirect | CallerProgram | null;
    created_by?: string | null;
    name?: string | null;
    namespace?: string | null;
  };
  type ResponseFunctionWebSearch = {
    id: string;
    action?: ActionSearch | ActionOpenPage | ActionFind;
    status: "in_progress" | "searching" | "completed" | "failed" | "incomplete";
    type: "web_search_call";
  };
  type ResponseImageGenCallCompletedEvent = {
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.image_generation_call.completed";
  };
  type ResponseImageGenCallGeneratingEvent = {
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.image_generation_call.generating";
  };
  type ResponseImageGenCallInProgressEvent = {
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.image_generation_call.in_progress";
  };
  type ResponseImageGenCallPartialImageEvent = {
    item_id: string;
    output_index: number;
    partial_image_b64: string;
    partial_image_index: number;
    sequence_number?: number;
    type: "response.image_generation_call.partial_image";
    background?: string | null;
    output_format?: string | null;
    quality?: string | null;
    size?: string | null;
  };
  type ResponseInProgressEvent = {
    response: Response;
    sequence_number?: number;
    type: "response.in_progress";
  };
  type ResponseIncompleteEvent = {
    response: Response;
    sequence_number?: number;
    type: "response.incomplete";
  };
  type ResponseInputFile = {
    type: "input_file";
    detail?: "auto" | "low" | "high" | null;
    file_data?: string | null;
    file_id?: string | null;
    file_url?: string | null;
    filename?: string | null;
    prompt_cache_breakpoint?: PromptCacheBreakpoint | null;
  };
  type ResponseInputFileContent = {
    type: "input_file";
    detail?: "auto" | "low" | "high" | null;
    file_data?: string | null;
    file_id?: string | null;
    file_url?: string | null;
    filename?: string | null;
    prompt_cache_breakpoint?: PromptCacheBreakpoint | null;
  };
  type ResponseInputImage = {
    detail: "low" | "high" | "auto" | "original";
    type: "input_image";
    file_id?: string | null;
    image_url?: string | null;
    prompt_cache_breakpoint?: PromptCacheBreakpoint | null;
  };
  type ResponseInputImageContent = {
    type: "input_image";
    detail?: "low" | "high" | "auto" | "original" | null;
    file_id?: string | null;
    image_url?: string | null;
    prompt_cache_breakpoint?: PromptCacheBreakpoint | null;
  };
  type ResponseInputText = {
    text: string;
    type: "input_text";
    prompt_cache_breakpoint?: PromptCacheBreakpoint | null;
  };
  type ResponseInputTextContent = {
    text: string;
    type: "input_text";
    prompt_cache_breakpoint?: PromptCacheBreakpoint | null;
  };
  type ResponseLocalEnvironment = {
    type: "local";
  };
  type ResponseMcpCallArgumentsDeltaEvent = {
    delta: string;
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.mcp_call_arguments.delta";
  };
  type ResponseMcpCallArgumentsDoneEvent = {
    arguments: string;
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.mcp_call_arguments.done";
  };
  type ResponseMcpCallCompletedEvent = {
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.mcp_call.completed";
  };
  type ResponseMcpCallFailedEvent = {
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.mcp_call.failed";
  };
  type ResponseMcpCallInProgressEvent = {
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.mcp_call.in_progress";
  };
  type ResponseMcpListToolsCompletedEvent = {
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.mcp_list_tools.completed";
  };
  type ResponseMcpListToolsFailedEvent = {
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.mcp_list_tools.failed";
  };
  type ResponseMcpListToolsInProgressEvent = {
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.mcp_list_tools.in_progress";
  };
  type ResponseOutputItemAddedEvent = {
    item: ResponseOutputMessage | ResponseFileSearchToolCall | ResponseFunctionToolCall | ResponseFunctionToolCallOutputItem | ResponseFunctionWebSearch | ResponseComputerToolCall | ResponseComputerToolCallOutputItem | ResponseReasoningItem | Program | ProgramOutput | ResponseToolSearchCall | ResponseToolSearchOutputItem | openai__types__responses__response_output_item__AdditionalTools | ResponseCompactionItem | ImageGenerationCall | ResponseCodeInterpreterToolCall | LocalShellCall | LocalShellCallOutput | ResponseFunctionShellToolCall | ResponseFunctionShellToolCallOutput | ResponseApplyPatchToolCall | ResponseApplyPatchToolCallOutput | McpCall | McpListTools | McpApprovalRequest | openai__types__responses__response_output_item__McpApprovalResponse | ResponseCustomToolCall | ResponseCustomToolCallOutputItem;
    output_index: number;
    sequence_number?: number;
    type: "response.output_item.added";
  };
  type ResponseOutputItemDoneEvent = {
    item: ResponseOutputMessage | ResponseFileSearchToolCall | ResponseFunctionToolCall | ResponseFunctionToolCallOutputItem | ResponseFunctionWebSearch | ResponseComputerToolCall | ResponseComputerToolCallOutputItem | ResponseReasoningItem | Program | ProgramOutput | ResponseToolSearchCall | ResponseToolSearchOutputItem | openai__types__responses__response_output_item__AdditionalTools | ResponseCompactionItem | ImageGenerationCall | ResponseCodeInterpreterToolCall | LocalShellCall | LocalShellCallOutput | ResponseFunctionShellToolCall | ResponseFunctionShellToolCallOutput | ResponseApplyPatchToolCall | ResponseApplyPatchToolCallOutput | McpCall | McpListTools | McpApprovalRequest | openai__types__responses__response_output_item__McpApprovalResponse | ResponseCustomToolCall | ResponseCustomToolCallOutputItem;
    output_index: number;
    sequence_number?: number;
    type: "response.output_item.done";
  };
  type ResponseOutputMessage = {
    id: string;
    content: Array<ResponseOutputText | ResponseOutputRefusal>;
    role: "assistant";
    status: "in_progress" | "completed" | "incomplete";
    type: "message";
    phase?: "commentary" | "final_answer" | null;
  };
  type ResponseOutputRefusal = {
    refusal: string;
    type: "refusal";
  };
  type ResponseOutputText = {
    annotations: Array<AnnotationFileCitation | AnnotationURLCitation | AnnotationContainerFileCitation | AnnotationFilePath>;
    text: string;
    type: "output_text";
    logprobs?: Array<openai__types__responses__response_output_text__Logprob> | null;
  };
  type ResponseOutputTextAnnotationAddedEvent = {
    annotation?: AnnotationFileCitation | AnnotationURLCitation | AnnotationContainerFileCitation | AnnotationFilePath | null;
    annotation_index: number;
    content_index: number;
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.output_text.annotation.added";
  };
  type ResponsePrompt = {
    id: string;
    variables?: { [key: string]: string | ResponseInputText | ResponseInputImage | ResponseInputFile } | null;
    version?: string | null;
  };
  type ResponseQueuedEvent = {
    response: Response;
    sequence_number?: number;
    type: "response.queued";
  };
  type ResponseReasoningItem = {
    id: string;
    summary: Array<Summary>;
    type: "reasoning";
    content?: Array<Content> | null;
    encrypted_content?: string | null;
    status?: "in_progress" | "completed" | "incomplete" | null;
  };
  type ResponseReasoningSummaryPartAddedEvent = {
    item_id: string;
    output_index: number;
    part: openai__types__responses__response_reasoning_summary_part_added_event__Part;
    sequence_number?: number;
    summary_index: number;
    type: "response.reasoning_summary_part.added";
  };
  type ResponseReasoningSummaryPartDoneEvent = {
    item_id: string;
    output_index: number;
    part: openai__types__responses__response_reasoning_summary_part_done_event__Part;
    sequence_number?: number;
    summary_index: number;
    type: "response.reasoning_summary_part.done";
    status?: "incomplete" | null;
  };
  type ResponseReasoningSummaryTextDeltaEvent = {
    delta: string;
    item_id: string;
    output_index: number;
    sequence_number?: number;
    summary_index: number;
    type: "response.reasoning_summary_text.delta";
  };
  type ResponseReasoningSummaryTextDoneEvent = {
    item_id: string;
    output_index: number;
    sequence_number?: number;
    summary_index: number;
    text: string;
    type: "response.reasoning_summary_text.done";
  };
  type ResponseReasoningTextDeltaEvent = {
    content_index: number;
    delta: string;
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.reasoning_text.delta";
  };
  type ResponseReasoningTextDoneEvent = {
    content_index: number;
    item_id: string;
    output_index: number;
    sequence_number?: number;
    text: string;
    type: "response.reasoning_text.done";
  };
  type ResponseRefusalDeltaEvent = {
    content_index: number;
    delta: string;
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.refusal.delta";
  };
  type ResponseRefusalDoneEvent = {
    content_index: number;
    item_id: string;
    output_index: number;
    refusal: string;
    sequence_number?: number;
    type: "response.refusal.done";
  };
  type ResponseShellCallCommandAddedEvent = {
    command: string;
    command_index: number;
    output_index: number;
    sequence_number?: number;
    type: "response.shell_call_command.added";
  };
  type ResponseShellCallCommandDeltaEvent = {
    command_index: number;
    delta: string;
    output_index: number;
    sequence_number?: number;
    type: "response.shell_call_command.delta";
    obfuscation?: string | null;
  };
  type ResponseShellCallCommandDoneEvent = {
    command: string;
    command_index: number;
    output_index: number;
    sequence_number?: number;
    type: "response.shell_call_command.done";
  };
  type ResponseShellCallOutputContentDeltaEvent = {
    command_index: number;
    delta: Delta;
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.shell_call_output_content.delta";
  };
  type ResponseShellCallOutputContentDoneEvent = {
    command_index: number;
    item_id: string;
    output: Array<Output>;
    output_index: number;
    sequence_number?: number;
    type: "response.shell_call_output_content.done";
  };
  type ResponseTextConfig = {
    format?: ResponseFormatText | ResponseFormatTextJSONSchemaConfig | ResponseFormatJSONObject | null;
    verbosity?: "low" | "medium" | "high" | null;
  };
  type ResponseTextDeltaEvent = {
    content_index: number;
    delta: string;
    item_id: string;
    logprobs?: Array<openai__types__responses__response_text_delta_event__Logprob>;
    output_index: number;
    sequence_number?: number;
    type: "response.output_text.delta";
  };
  type ResponseTextDoneEvent = {
    content_index: number;
    item_id: string;
    logprobs?: Array<openai__types__responses__response_text_done_event__Logprob>;
    output_index: number;
    sequence_number?: number;
    text: string;
    type: "response.output_text.done";
  };
  type ResponseToolSearchCall = {
    id: string;
    arguments: unknown;
    call_id?: string | null;
    execution: "server" | "client";
    status: "in_progress" | "completed" | "incomplete";
    type: "tool_search_call";
    created_by?: string | null;
  };
  type ResponseToolSearchOutputItem = {
    id: string;
    call_id?: string | null;
    execution: "server" | "client";
    status: "in_progress" | "completed" | "incomplete";
    tools: Array<FunctionTool | FileSearchTool | ComputerTool | ComputerUsePreviewTool | WebSearchTool | Mcp | CodeInterpreter | ProgrammaticToolCalling | ImageGeneration | LocalShell | FunctionShellTool | CustomTool | NamespaceTool | ToolSearchTool | WebSearchPreviewTool | ApplyPatchTool>;
    type: "tool_search_output";
    created_by?: string | null;
  };
  type ResponseToolSearchOutputItemParam = {
    tools: Array<FunctionTool | FileSearchTool | ComputerTool | ComputerUsePreviewTool | WebSearchTool | ToolMcp | ToolCodeInterpreter | ToolProgrammaticToolCalling | ToolImageGeneration | ToolLocalShell | FunctionShellTool | CustomTool | ToolSearchOutputNamespaceTool | ToolSearchTool | WebSearchPreviewTool | ApplyPatchTool>;
    type: "tool_search_output";
    id?: string | null;
    call_id?: string | null;
    execution?: "server" | "client" | null;
    status?: "in_progress" | "completed" | "incomplete" | null;
  };
  type ResponseUsage = {
    input_tokens: number;
    input_tokens_details: InputTokensDetails;
    output_tokens: number;
    output_tokens_details: OutputTokensDetails;
    total_tokens: number;
  };
  type ResponseWebSearchCallCompletedEvent = {
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.web_search_call.completed";
  };
  type ResponseWebSearchCallInProgressEvent = {
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.web_search_call.in_progress";
  };
  type ResponseWebSearchCallSearchingEvent = {
    item_id: string;
    output_index: number;
    sequence_number?: number;
    type: "response.web_search_call.searching";
  };
  type Result = {
    attributes?: { [key: string]: string | number | boolean } | null;
    file_id?: string | null;
    filename?: string | null;
    score?: number | null;
    text?: string | null;
  };
  type Screenshot = {
    type: "screenshot";
  };
  type Scroll = {
    scroll_x: number;
    scroll_y: number;
    type: "scroll";
    x: number;
    y: number;
    keys?: Array<string> | null;
  };
  type ShellCall = {
    action: ShellCallAction;
    call_id: string;
    type: "shell_call";
    id?: string | null;
    caller?: ShellCallCallerDirect | ShellCallCallerProgram | null;
    environment?: LocalEnvironment | ContainerReference | null;
    status?: "in_progress" | "completed" | "incomplete" | null;
  };
  type ShellCallAction = {
    commands: Array<string>;
    max_output_length?: number | null;
    timeout_ms?: number | null;
  };
  type ShellCallCallerDirect = {
    type: "direct";
  };
  type ShellCallCallerProgram = {
    caller_id: string;
    type: "program";
  };
  type ShellCallOutput = {
    call_id: string;
    output: Array<ResponseFunctionShellCallOutputContent>;
    type: "shell_call_output";
    id?: string | null;
    caller?: ShellCallOutputCallerDirect | ShellCallOutputCallerProgram | null;
    max_output_length?: number | null;
    status?: "in_progress" | "completed" | "incomplete" | null;
  };
  type ShellCallOutputCallerDirect = {
    type: "direct";
  };
  type ShellCallOutputCallerProgram = {
    caller_id: string;
    type: "program";
  };
  type SkillReference = {
    skill_id: string;
    type: "skill_reference";
    version?: string | null;
  };
  type Summary = {
    text: string;
    type: "summary_text";
  };
  type ToolChoiceAllowed = {
    mode: "auto" | "required";
    tools: Array<{ [key: string]: unknown }>;
    type: "allowed_tools";
  };
  type ToolChoiceApplyPatch = {
    type: "apply_patch";
  };
  type ToolChoiceCustom = {
    name: string;
    type: "custom";
  };
  type ToolChoiceFunction = {
    name: string;
    type: "function";
  };
  type ToolChoiceMcp = {
    server_label: string;
    type: "mcp";
    name?: string | null;
  };
  type ToolChoiceShell = {
    type: "shell";
  };
  type ToolChoiceSpecificProgrammaticToolCallingParam = {
    type: "programmatic_tool_calling";
  };
  type ToolChoiceTypes = {
    type: "file_search" | "web_search_preview" | "computer" | "computer_use_preview" | "computer_use" | "web_search_preview_2025_03_11" | "image_generation" | "code_interpreter";
  };
  type ToolCodeInterpreter = {
    container: string | ToolCodeInterpreterContainerCodeInterpreterToolAuto;
    type: "code_interpreter";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
  };
  type ToolCodeInterpreterContainerCodeInterpreterToolAuto = {
    type: "auto";
    file_ids?: Array<string> | null;
    memory_limit?: "1g" | "4g" | "16g" | "64g" | null;
    network_policy?: ContainerNetworkPolicyDisabled | ContainerNetworkPolicyAllowlist | null;
  };
  type ToolFunction = {
    name: string;
    type: "function";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
    async?: boolean | null;
    defer_loading?: boolean | null;
    description?: string | null;
    output_schema?: { [key: string]: unknown } | null;
    parameters?: unknown;
    strict?: boolean | null;
  };
  type ToolImageGeneration = {
    type: "image_generation";
    action?: "generate" | "edit" | "auto" | null;
    background?: "transparent" | "opaque" | "auto" | null;
    complexity?: "low" | "medium" | "high" | null;
    frame_count?: number | null;
    frame_duration_ms?: number | null;
    input_fidelity?: "high" | "low" | null;
    input_image_mask?: ToolImageGenerationInputImageMask | null;
    model?: string | "gpt-image-1" | "gpt-image-1-mini" | "gpt-image-2" | "gpt-image-2-2026-04-21" | "gpt-image-2.5-sunburst" | "gpt-image-2.5-sunburst-2026-09-08" | "gpt-image-2.5-flare" | "gpt-image-2.5-flare-2026-09-08" | "gpt-image-2.6-sunburst" | "gpt-image-2.6-flare" | "gpt-image-1.5" | "chatgpt-image-latest" | null;
    moderation?: "auto" | "low" | null;
    output_compression?: number | null;
    output_format?: "png" | "webp" | "jpeg" | "gif" | "svg" | null;
    partial_images?: number | null;
    quality?: "low" | "medium" | "high" | "xhigh" | "max" | "auto" | null;
    size?: string | "1024x1024" | "1024x1536" | "1536x1024" | "auto" | null;
    svg?: ToolImageGenerationSvg | null;
  };
  type ToolImageGenerationInputImageMask = {
    file_id?: string | null;
    image_url?: string | null;
  };
  type ToolImageGenerationSvg = {
    model?: string | null;
    reasoning?: ToolImageGenerationSvgReasoning | null;
  };
  type ToolImageGenerationSvgReasoning = {
    effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max" | null;
  };
  type ToolLocalShell = {
    type: "local_shell";
  };
  type ToolMcp = {
    server_label: string;
    type: "mcp";
    allowed_callers?: Array<"direct" | "programmatic"> | null;
    allowed_tools?: Array<string> | ToolMcpAllowedToolsMcpToolFilter | null;
    authorization?: string | null;
    connector_id?: "connector_dropbox" | "connector_gmail" | "connector_googlecalendar" | "connector_googledrive" | "connector_microsoftteams" | "connector_outlookcalendar" | "connector_outlookemail" | "connector_sharepoint" | null;
    defer_loading?: boolean | null;
    headers?: { [key: string]: string } | null;
    require_approval?: ToolMcpRequireApprovalMcpToolApprovalFilter | "always" | "never" | null;
    server_description?: string | null;
    server_url?: string | null;
    tunnel_id?: string | null;
  };
  type ToolMcpAllowedToolsMcpToolFilter = {
    read_only?: boolean | null;
    tool_names?: Array<string> | null;
  };
  type ToolMcpRequireApprovalMcpToolApprovalFilter = {
    always?: ToolMcpRequireApprovalMcpToolApprovalFilterAlways | null;
    never?: ToolMcpRequireApprovalMcpToolApprovalFilterNever | null;
  };
  type ToolMcpRequireApprovalMcpToolApprovalFilterAlways = {
    read_only?: boolean | null;
    tool_names?: Array<string> | null;
  };
  type ToolMcpRequireApprovalMcpToolApprovalFilterNever = {
    read_only?: boolean | null;
    tool_names?: Array<string> | null;
  };
  type ToolProgrammaticToolCalling = {
    type: "programmatic_tool_calling";
  };
  type ToolSearchCall = {
    arguments: unknown;
    type: "tool_search_call";
    id?: string | null;
    call_id?: string | null;
    execution?: "server" | "client" | null;
    status?: "in_progress" | "completed" | "incomplete" | null;
  };
  type ToolSearchOutputNamespaceTool = {
    description: string;
    name: string;
    tools: Array<ToolFunction | CustomTool>;
    type: "namespace";
  };
  type ToolSearchTool = {
    type: "tool_search";
    description?: string | null;
    execution?: "server" | "client" | null;
    parameters?: unknown;
  };
  type ToolUsage = {
    image_gen: ToolUsageImageGen;
    web_search: ToolUsageWebSearch;
  };
  type ToolUsageImageGen = {
    input_tokens: number;
    input_tokens_details: ToolUsageImageGenInputTokensDetails;
    output_tokens: number;
    total_tokens: number;
    cached_tokens?: number | null;
    cached_tokens_details?: ToolUsageImageGenCachedTokensDetails | null;
    output_tokens_details?: ToolUsageImageGenOutputTokensDetails | null;
  };
  type ToolUsageImageGenCachedTokensDetails = {
    cached_image_tokens: number;
    cached_text_tokens: number;
  };
  type ToolUsageImageGenInputTokensDetails = {
    image_tokens: number;
    text_tokens: number;
  };
  type ToolUsageImageGenOutputTokensDetails = {
    image_tokens: number;
    text_tokens: number;
  };
  type ToolUsageWebSearch = {
    num_requests: number;
  };
  type Type = {
    text: string;
    type: "type";
  };
  type Wait = {
    type: "wait";
  };
  type WebSearchPreviewTool = {
    type: "web_search_preview" | "web_search_preview_2025_03_11";
    search_content_types?: Array<"text" | "image"> | null;
    search_context_size?: "low" | "medium" | "high" | null;
    user_location?: openai__types__responses__web_search_preview_tool__UserLocation | null;
  };
  type WebSearchTool = {
    type: "web_search" | "web_search_2025_08_26";
    external_web_access?: boolean | null;
    filters?: Filters | null;
    search_context_size?: "low" | "medium" | "high" | null;
    user_location?: openai__types__responses__web_search_tool__UserLocation | null;
  };
  type openai__types__responses__response_configuration_update_item_param__Reasoning = {
    effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max" | null;
  };
  type openai__types__responses__response_configuration_update_item_param__Text = {
    format: ResponseFormatText | ResponseFormatTextJSONSchemaConfig;
  };
  type openai__types__responses__response_input_item__AdditionalTools = {
    role: "developer";
    tools: Array<FunctionTool | FileSearchTool | ComputerTool | ComputerUsePreviewTool | WebSearchTool | Mcp | CodeInterpreter | ProgrammaticToolCalling | ImageGeneration | LocalShell | FunctionShellTool | CustomTool | NamespaceTool | ToolSearchTool | WebSearchPreviewTool | ApplyPatchTool>;
    type: "additional_tools";
    id?: string | null;
  };
  type openai__types__responses__response_input_item__McpApprovalResponse = {
    approval_request_id: string;
    approve: boolean;
    type: "mcp_approval_response";
    id?: string | null;
    reason?: string | null;
  };
  type openai__types__responses__response_output_item__AdditionalTools = {
    id: string;
    role: "unknown" | "user" | "assistant" | "system" | "critic" | "discriminator" | "developer" | "tool";
    tools: Array<FunctionTool | FileSearchTool | ComputerTool | ComputerUsePreviewTool | WebSearchTool | Mcp | CodeInterpreter | ProgrammaticToolCalling | ImageGeneration | LocalShell | FunctionShellTool | CustomTool | NamespaceTool | ToolSearchTool | WebSearchPreviewTool | ApplyPatchTool>;
    type: "additional_tools";
  };
  type openai__types__responses__response_output_item__McpApprovalResponse = {
    id: string;
    approval_request_id: string;
    approve: boolean;
    type: "mcp_approval_response";
    reason?: string | null;
  };
  type openai__types__responses__response_output_text__Logprob = {
    token: string;
    bytes: Array<number>;
    logprob: number;
    top_logprobs: Array<openai__types__responses__response_output_text__LogprobTopLogprob>;
  };
  type openai__types__responses__response_output_text__LogprobTopLogprob = {
    token: string;
    bytes: Array<number>;
    logprob: number;
  };
  type openai__types__responses__response_reasoning_summary_part_added_event__Part = {
    text: string;
    type: "summary_text";
  };
  type openai__types__responses__response_reasoning_summary_part_done_event__Part = {
    text: string;
    type: "summary_text";
  };
  type openai__types__responses__response_text_delta_event__Logprob = {
    token: string;
    logprob: number;
    top_logprobs?: Array<openai__types__responses__response_text_delta_event__LogprobTopLogprob> | null;
  };
  type openai__types__responses__response_text_delta_event__LogprobTopLogprob = {
    token?: string | null;
    logprob?: number | null;
  };
  type openai__types__responses__response_text_done_event__Logprob = {
    token: string;
    logprob: number;
    top_logprobs?: Array<openai__types__responses__response_text_done_event__LogprobTopLogprob> | null;
  };
  type openai__types__responses__response_text_done_event__LogprobTopLogprob = {
    token?: string | null;
    logprob?: number | null;
  };
  type openai__types__responses__web_search_preview_tool__UserLocation = {
    type: "approximate";
    city?: string | null;
    country?: string | null;
    region?: string | null;
    timezone?: string | null;
  };
  type openai__types__responses__web_search_tool__UserLocation = {
    city?: string | null;
    country?: string | null;
    region?: string | null;
    timezone?: string | null;
    type?: "approximate" | null;
  };
  type openai__types__shared__custom_tool_input_format__Text = {
    type: "text";
  };
  type openai__types__shared__reasoning__Reasoning = {
    context?: "auto" | "current_turn" | "all_turns" | null;
    effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max" | null;
    generate_summary?: "auto" | "concise" | "detailed" | null;
    mode?: string | "standard" | "pro" | null;
    summary?: "auto" | "concise" | "detailed" | null;
  };
  type Root = ResponseAudioDeltaEvent | ResponseAudioDoneEvent | ResponseAudioTranscriptDeltaEvent | ResponseAudioTranscriptDoneEvent | ResponseCodeInterpreterCallCodeDeltaEvent | ResponseCodeInterpreterCallCodeDoneEvent | ResponseCodeInterpreterCallCompletedEvent | ResponseCodeInterpreterCallInProgressEvent | ResponseCodeInterpreterCallInterpretingEvent | ResponseCompactionCompactingEvent | ResponseCompletedEvent | ResponseContentPartAddedEvent | ResponseContentPartDoneEvent | ResponseCreatedEvent | ResponseErrorEvent | ResponseFileSearchCallCompletedEvent | ResponseFileSearchCallInProgressEvent | ResponseFileSearchCallSearchingEvent | ResponseFunctionCallArgumentsDeltaEvent | ResponseFunctionCallArgumentsDoneEvent | ResponseShellCallCommandAddedEvent | ResponseShellCallCommandDeltaEvent | ResponseShellCallCommandDoneEvent | ResponseShellCallOutputContentDeltaEvent | ResponseShellCallOutputContentDoneEvent | ResponseInProgressEvent | ResponseFailedEvent | ResponseIncompleteEvent | ResponseOutputItemAddedEvent | ResponseOutputItemDoneEvent | ResponseReasoningSummaryPartAddedEvent | ResponseReasoningSummaryPartDoneEvent | ResponseReasoningSummaryTextDeltaEvent | ResponseReasoningSummaryTextDoneEvent | ResponseReasoningTextDeltaEvent | ResponseReasoningTextDoneEvent | ResponseRefusalDeltaEvent | ResponseRefusalDoneEvent | ResponseTextDeltaEvent | ResponseTextDoneEvent | ResponseWebSearchCallCompletedEvent | ResponseWebSearchCallInProgressEvent | ResponseWebSearchCallSearchingEvent | ResponseImageGenCallCompletedEvent | ResponseImageGenCallGeneratingEvent | ResponseImageGenCallInProgressEvent | ResponseImageGenCallPartialImageEvent | ResponseMcpCallArgumentsDeltaEvent | ResponseMcpCallArgumentsDoneEvent | ResponseMcpCallCompletedEvent | ResponseMcpCallFailedEvent | ResponseMcpCallInProgressEvent | ResponseMcpListToolsCompletedEvent | ResponseMcpListToolsFailedEvent | ResponseMcpListToolsInProgressEvent | ResponseOutputTextAnnotationAddedEvent | ResponseQueuedEvent | ResponseCustomToolCallInputDeltaEvent | ResponseCustomToolCallInputDoneEvent;
}
